-- Running tables: sends the forms of a file in their order, each once, and lets so many phones load the sheet that each
-- of them was saved on. A line has path, cookie and body, apart by tabs.
-- Arguments: the file, how many of its forms were sent before, phones, seconds that a connection rests (on average).
local saves, cookies, looks = {}, {}, {}
local first, last, sent = 1, 0, -1
saved = 0

function setup(thread) main = thread end

function init(arguments)
  saved, phones, rest = tonumber(arguments[2]), tonumber(arguments[3]), tonumber(arguments[4])
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  for line in io.lines(arguments[1]) do
    local sheet, cookie, body = line:match("^([^\t]+)\t([^\t]*)\t([^\t]*)$")
    saves[#saves + 1] = { sheet, body }
    cookies[sheet] = cookie
  end
  math.randomseed(1)
end

function delay()
  return math.floor(rest * 2000 * math.random())
end

function request()
  -- wrk asks for one request before the first one that it sends.
  sent = sent + 1
  if sent % (phones + 1) > 0 or sent == 0 then
    -- Where no save has been answered yet, somebody looks again.
    local sheet = looks[first] or saves[math.max(saved, 1)][1]
    if looks[first] then
      looks[first] = nil
      first = first + 1
    end
    wrk.headers["Cookie"] = cookies[sheet]
    return wrk.format("GET", sheet)
  end
  saved = saved + 1
  if saved > #saves then return wrk.format("GET", "/no-form-is-left") end
  wrk.headers["Cookie"] = cookies[saves[saved][1]]
  return wrk.format("POST", saves[saved][1] .. "/entries", nil, saves[saved][2])
end

function response(status, headers)
  if status == 303 then
    for _ = 1, phones do
      last = last + 1
      looks[last] = headers["Location"]
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'counted: {"requests": %d, "seconds": %f, "median": %f, "p95": %f, "p99": %f, "failed": %d, "saved": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e6, latency:percentile(95) / 1e6,
    latency:percentile(99) / 1e6, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    main:get("saved")
  ))
end

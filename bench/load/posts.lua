-- Sends the forms of a file, each once, its fields apart by tabs: lane, path, cookie, body. Every thread sends those of
-- one lane, in their order; when they run out, the answer is an error.
local started, forms, sent = 0, {}, 0

function setup(thread)
  started = started + 1
  thread:set("lane", started)
end

function init(arguments)
  -- wrk asks its first thread for one request before the first one that it sends.
  if lane == 1 then sent = -1 end
  for line in io.lines(arguments[1]) do
    local number, path, cookie, body = line:match("^(%d+)\t([^\t]+)\t([^\t]*)\t([^\t]*)$")
    if tonumber(number) == lane then
      wrk.headers["Cookie"] = cookie
      forms[#forms + 1] = wrk.format("POST", path, nil, body)
    end
  end
  forms[#forms + 1] = wrk.format("GET", "/no-form-is-left")
end

function request()
  sent = sent + 1
  return forms[math.min(math.max(sent, 1), #forms)]
end

-- Sends the forms of a file, a path and a body a line, each once; when they run out, the answer is an error.
local forms, sent = {}, -1

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, body = line:match("^(%S+) (%S+)$")
    forms[#forms + 1] = wrk.format("POST", path, nil, body)
  end
  forms[#forms + 1] = wrk.format("GET", "/no-form-is-left")
end

function request()
  -- wrk asks for one request before the first one that it sends.
  sent = sent + 1
  return forms[math.min(math.max(sent, 1), #forms)]
end

-- Sends the requests of a file, each when it is due, and prints how each was answered. Every thread has one connection
-- and a file of its own, so an answer is that of the request before it. A line of the file, its fields apart by tabs:
-- due (seconds after the beginning, or "" for at once after the answer before), what it is called, method, path, cookie,
-- version ("" unless it is asked whether there is a newer one), body. The arguments: a folder, the beginning.
local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds, micros; } timeval; int gettimeofday(timeval *, void *);")

local LINE = ("([^\t]*)\t"):rep(6) .. "([^\t]*)"
local FOREVER = 24 * 60 * 60 * 1000
local threads, requests, sent, versions = 0, {}, 0, {}
local begin, common, due, sent_at, answered_at, is_probed
local time = ffi.new("timeval")

local function now()
  ffi.C.gettimeofday(time, nil)
  return tonumber(time.seconds) + tonumber(time.micros) / 1e6 - begin
end

function setup(thread)
  threads = threads + 1
  thread:set("lane", threads)
end

function init(arguments)
  begin = tonumber(arguments[2])
  -- wrk asks its first thread for one request before the first one that it sends.
  is_probed = lane > 1
  local headers = {}
  for name, value in pairs(wrk.headers) do headers[#headers + 1] = name .. ": " .. value .. "\r\n" end
  common = " HTTP/1.1\r\n" .. table.concat(headers)
  for line in io.lines(arguments[1] .. "/" .. lane) do
    local when, what, method, path, cookie, version, body = line:match(LINE)
    requests[#requests + 1] = { tonumber(when), what, method, path, cookie, version, body }
  end
end

function delay()
  local following = requests[sent + 1]
  if not following then return FOREVER end
  return following[1] and math.max(0, math.ceil((following[1] - now()) * 1000)) or 0
end

function request()
  if not is_probed then
    is_probed = true
    return "GET /" .. common .. "\r\n"
  end
  sent = sent + 1
  local when, _, method, path, cookie, version, body = unpack(requests[math.min(sent, #requests)])
  local head = method .. " " .. path .. common .. "Cookie: " .. cookie .. "\r\n"
  if version ~= "" then head = head .. "If-None-Match: " .. (versions[path .. cookie] or version) .. "\r\n" end
  if body ~= "" then
    head = head .. "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " .. #body .. "\r\n"
  end
  sent_at = now()
  due = when or answered_at or sent_at
  return head .. "\r\n" .. body
end

function response(status, headers)
  local _, what, _, path, cookie, version = unpack(requests[sent])
  answered_at = now()
  if version ~= "" then
    for name, value in pairs(headers) do
      if name:lower() == "etag" then versions[path .. cookie] = value end
    end
  end
  io.write(("answer\t%s\t%s\t%d\t%.6f\t%.6f\n"):format(what, path, status, due, answered_at - due))
end

-- A session of Neovim with the language server, without a window: `tools/hamadryad/tests/sessions/neovim.rs` starts it in
-- a folder with two programs and the environment variable HAMADRYAD. Errors end it with exit code 1.

local function fail(message)
  io.stderr:write(message .. "\n")
  vim.cmd("cquit 1")
end

local function check(condition, what)
  if not condition then
    error("failed: " .. what, 2)
  end
end

local function wait(what, condition)
  check(vim.wait(20000, condition, 20), "waiting for " .. what)
end

local function request(method, parameters)
  local replies = vim.lsp.buf_request_sync(0, method, parameters, 20000)
  for _, reply in pairs(replies or {}) do
    check(reply.err == nil, method .. ": " .. vim.inspect(reply.err))
    return reply.result
  end
  error("no reply to " .. method)
end

local function at(line, character)
  return {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = line, character = character },
  }
end

local function session()
  vim.cmd("edit paths.lp")
  local client = vim.lsp.start_client({
    name = "hamadryad",
    cmd = { os.getenv("HAMADRYAD"), "lsp" },
    root_dir = vim.fn.getcwd(),
  })
  check(client, "the server starts")
  vim.lsp.buf_attach_client(0, client)

  -- Diagnostics, with their fix.
  wait("the warning", function() return #vim.diagnostic.get(0) == 1 end)
  local warning = vim.diagnostic.get(0)[1]
  check(warning.lnum == 3 and warning.col == 10, "its place: " .. vim.inspect(warning))
  check(warning.message:find("did you mean `path/2`", 1, true), "its hint: " .. warning.message)
  local range = { start = { line = 3, character = 10 }, ["end"] = { line = 3, character = 10 } }
  local document = vim.lsp.util.make_text_document_params()
  local context = { diagnostics = {} }
  local actions = request("textDocument/codeAction", { textDocument = document, range = range, context = context })
  check(#actions == 1 and actions[1].title == "replace by `path`", "the fix: " .. vim.inspect(actions))
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  check(vim.api.nvim_buf_get_lines(0, 3, 4, true)[1] == "end(Y) :- path(1,Y).", "the fixed line")
  wait("no warning", function() return #vim.diagnostic.get(0) == 0 end)

  -- An error while typing disappears with its cause.
  vim.api.nvim_buf_set_lines(0, 4, 4, true, { "broken(X) :- ." })
  wait("the error", function() return #vim.diagnostic.get(0) == 1 end)
  vim.api.nvim_buf_set_lines(0, 4, 5, true, {})
  wait("no error", function() return #vim.diagnostic.get(0) == 0 end)

  -- Names across #include.
  local hover = request("textDocument/hover", at(2, 13))
  check(hover.contents.value:find("Roads between towns.", 1, true), "hover: " .. vim.inspect(hover))
  local places = request("textDocument/definition", at(2, 13))
  check(#places == 2 and places[1].uri:find("graph.lp", 1, true), "definition: " .. vim.inspect(places))
  local parameters = at(2, 0)
  parameters.context = { includeDeclaration = true }
  check(#request("textDocument/references", parameters) == 4, "references")
  parameters = at(2, 13)
  parameters.newName = "road"
  local edit = request("textDocument/rename", parameters)
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  check(vim.api.nvim_buf_get_lines(0, 1, 2, true)[1] == "path(X,Y) :- road(X,Y).", "renaming here")
  vim.cmd("silent wall")
  check(vim.fn.readfile("graph.lp")[2] == "road(1,2). road(2,3).", "renaming in the other file")

  -- Completion, symbols, formatting.
  vim.api.nvim_buf_set_lines(0, 4, 4, true, { "a :- ro" })
  local items = request("textDocument/completion", at(4, 7))
  items = items.items or items
  local labels = vim.tbl_map(function(item) return item.label end, items)
  check(vim.tbl_contains(labels, "road/2"), "completion: " .. vim.inspect(labels))
  vim.api.nvim_buf_set_lines(0, 4, 5, true, { "a:-road(1,2)." })
  local symbols = request("textDocument/documentSymbol", { textDocument = document })
  check(symbols[2].name == "path/2", "symbols: " .. vim.inspect(symbols))
  local options = { tabSize = 2, insertSpaces = true }
  local edits = request("textDocument/formatting", { textDocument = document, options = options })
  vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), "utf-16")
  check(vim.api.nvim_buf_get_lines(0, 4, 5, true)[1] == "a :- road(1,2).", "formatting")

  -- A run, and the counts of instances afterwards.
  local lenses = request("textDocument/codeLens", { textDocument = document })
  check(#lenses == 2, "lenses")
  local command = { command = lenses[1].command.command, arguments = lenses[1].command.arguments }
  local outcome = request("workspace/executeCommand", command)
  check(outcome.summary:find("SATISFIABLE: 1 model", 1, true), "run: " .. vim.inspect(outcome))
  check(outcome.text:find("path(1,3)", 1, true), "the answer: " .. outcome.text)
  local all = { start = { line = 0, character = 0 }, ["end"] = { line = 9, character = 0 } }
  local hints = request("textDocument/inlayHint", { textDocument = document, range = all })
  check(#hints > 0 and hints[1].label == "2 instances", "hints: " .. vim.inspect(hints))
  vim.lsp.stop_client(client)
end

local ok, message = pcall(session)
if not ok then
  fail(tostring(message))
else
  vim.cmd("qall!")
end

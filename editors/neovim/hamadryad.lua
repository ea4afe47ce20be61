-- Logic programs in Neovim 0.11 or later: copy this file to ~/.config/nvim/lsp/hamadryad.lua, and write
-- `vim.lsp.enable("hamadryad")` into init.lua.
return {
  cmd = { "hamadryad", "lsp" },
  filetypes = { "clingo" },
  root_markers = { ".git" },
  init_options = { timeLimit = 10 },
}

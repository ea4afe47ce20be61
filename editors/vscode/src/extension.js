// The extension starts `hamadryad lsp` and shows the output of runs. All knowledge of the language is in the server.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
let output;

function makeClient() {
  const settings = vscode.workspace.getConfiguration("hamadryad");
  const command = settings.get("path", "hamadryad");
  return new LanguageClient(
    "hamadryad",
    "Hamadryad",
    { command, args: ["lsp", "--stdio"] },
    {
      documentSelector: [{ language: "clingo" }],
      outputChannel: output,
      initializationOptions: {
        timeLimit: settings.get("timeLimit", 10),
        models: settings.get("models", null),
      },
      middleware: {
        // The server returns the whole output of a run.
        async executeCommand(name, args, next) {
          const result = await next(name, args);
          if (result && typeof result.text === "string") {
            output.clear();
            output.append(`${result.text}\n${result.summary}\n`);
            output.show(true);
          }
          return result;
        },
      },
    },
  );
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    const path = vscode.workspace.getConfiguration("hamadryad").get("path");
    vscode.window.showErrorMessage(
      `\`${path} lsp\` cannot be started: install hamadryad, or set hamadryad.path. (${error.message ?? error})`,
    );
  }
}

function execute(command) {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === "clingo") {
    return vscode.commands.executeCommand(command, document.uri.toString());
  }
}

exports.activate = async function (context) {
  output = vscode.window.createOutputChannel("Hamadryad");
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("hamadryad.runFile", () => execute("hamadryad.run")),
    vscode.commands.registerCommand("hamadryad.profileFile", () => execute("hamadryad.groundProfile")),
    vscode.commands.registerCommand("hamadryad.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();

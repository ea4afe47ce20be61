//! The loop of the server: reads messages, keeps the texts, and starts checks and runs.

use crate::checker::{Checker, Send};
use crate::features::highlight::{self, Colours};
use crate::requests::{self, PROFILE, RUN};
use crate::runner::{self, Task};
use crate::uri;
use crate::waiting::Waiting;
use crate::workspace::{Document, Workspace};
use gen_lsp_types::{
    CodeActionProvider, CodeLensOptions, CompletionOptions, DefinitionProvider, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingProvider,
    DocumentSymbolProvider, ExecuteCommandOptions, ExecuteCommandParams, FoldingRangeProvider, Full,
    HoverProvider, InitializeParams, InitializeResult, InlayHintProvider, LogMessageParams, MessageType,
    Position, ReferencesProvider, RenameOptions, RenameProvider, SemanticTokensFullDelta,
    SemanticTokensOptions, SemanticTokensOptionsRange, SemanticTokensProvider, ServerCapabilities,
    ServerInfo, ShowMessageParams, TextDocumentPositionParams, TextDocumentSync, TextDocumentSyncKind, Uri,
};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The state of the server.
pub struct Server {
    pub(crate) workspace: Workspace,
    pub(crate) checker: Checker,
    /// The semantic tokens that the client has.
    pub(crate) colours: Colours,
    /// For each file, the numbers of instances of its statements in the last run.
    pub(crate) instances: Arc<Mutex<HashMap<String, HashMap<String, u64>>>>,
    /// The time limit of a run.
    pub(crate) time: Duration,
    /// Whether the client fills in fields of completions.
    pub(crate) has_snippets: bool,
    models: Option<u64>,
    refreshes_hints: bool,
    /// Ends the current run.
    stop: Arc<AtomicBool>,
    send: Send,
}

/// Serves a client on standard input and output until it ends the session.
///
/// # Errors
/// If the client violates the protocol, or its stream ends early.
pub fn serve_stdio() -> Result<(), Box<dyn Error + std::marker::Send + Sync>> {
    let (connection, threads) = Connection::stdio();
    serve(connection)?;
    threads.join()?;
    Ok(())
}

/// Serves a client until it ends the session.
///
/// # Errors
/// If the client violates the protocol, or its stream ends early.
pub fn serve(connection: Connection) -> Result<(), Box<dyn Error + std::marker::Send + Sync>> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let server_info =
        ServerInfo { name: "hamadryad".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
    let result = InitializeResult { capabilities: capabilities(), server_info: Some(server_info) };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    let sender = connection.sender.clone();
    // A client that has gone receives nothing.
    let send: Send = Arc::new(move |message| drop(sender.send(message)));
    let mut server = Server::new(&params, send);
    let mut waiting = Waiting::default();
    while let Some(message) = waiting.next(&connection)? {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                if let Some(response) = requests::reply(&mut server, request) {
                    connection.sender.send(Message::Response(response))?;
                }
            }
            Message::Notification(notification) => server.notice(notification),
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSync::Kind(TextDocumentSyncKind::Incremental)),
        hover_provider: Some(HoverProvider::Bool(true)),
        definition_provider: Some(DefinitionProvider::Bool(true)),
        references_provider: Some(ReferencesProvider::Bool(true)),
        rename_provider: Some(RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: Some(true),
            ..RenameOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["#".to_owned(), "&".to_owned()]),
            ..CompletionOptions::default()
        }),
        document_symbol_provider: Some(DocumentSymbolProvider::Bool(true)),
        folding_range_provider: Some(FoldingRangeProvider::Bool(true)),
        document_formatting_provider: Some(DocumentFormattingProvider::Bool(true)),
        semantic_tokens_provider: Some(SemanticTokensProvider::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: highlight::legend(),
                range: Some(SemanticTokensOptionsRange::Bool(true)),
                full: Some(Full::SemanticTokensFullDelta(SemanticTokensFullDelta { delta: Some(true) })),
                ..SemanticTokensOptions::default()
            },
        )),
        code_action_provider: Some(CodeActionProvider::Bool(true)),
        code_lens_provider: Some(CodeLensOptions::default()),
        inlay_hint_provider: Some(InlayHintProvider::Bool(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![RUN.to_owned(), PROFILE.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

impl Server {
    fn new(params: &InitializeParams, send: Send) -> Server {
        let capabilities = serde_json::to_value(&params.capabilities).unwrap_or_default();
        let is_set = |path: &str| capabilities.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        let folders = serde_json::to_value(&params.workspace_folders_initialize_params).unwrap_or_default();
        let folders = folders["workspaceFolders"].as_array().cloned().unwrap_or_default();
        let mut roots: Vec<_> =
            folders.iter().filter_map(|folder| uri::path(folder["uri"].as_str()?)).collect();
        if roots.is_empty() {
            #[allow(deprecated, reason = "older clients have no folders")]
            roots.extend(params.root_uri.as_ref().and_then(|root| uri::path(&root.0)));
        }
        let options = params.initialization_options.clone().unwrap_or_default();
        let limit = options["timeLimit"].as_f64().filter(|limit| *limit > 0.0 && *limit < 1e6);
        Server {
            workspace: Workspace::new(roots),
            checker: Checker::start(send.clone()),
            colours: Colours::default(),
            instances: Arc::default(),
            time: limit.map_or(runner::DEFAULT_TIME, Duration::from_secs_f64),
            has_snippets: is_set("/textDocument/completion/completionItem/snippetSupport"),
            models: options["models"].as_u64(),
            refreshes_hints: is_set("/workspace/inlayHint/refreshSupport"),
            stop: Arc::default(),
            send,
        }
    }

    /// An open text.
    pub(crate) fn of(&self, uri: &Uri) -> Option<Arc<Document>> {
        self.workspace.get(uri)
    }

    /// An open text and the texts that are connected with it, with a position in the first.
    pub(crate) fn related(&mut self, params: &TextDocumentPositionParams) -> (Vec<Arc<Document>>, Position) {
        let document = self.workspace.get(&params.text_document.uri);
        let documents = document.map(|document| self.workspace.related(&document)).unwrap_or_default();
        (documents, params.position)
    }

    fn notice(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                let Ok(params) = serde_json::from_value::<DidOpenTextDocumentParams>(params) else { return };
                let item = params.text_document;
                self.workspace.open(&item.uri, item.version, item.text);
                self.check(&item.uri);
            }
            "textDocument/didChange" => {
                let Ok(params) = serde_json::from_value::<DidChangeTextDocumentParams>(params) else {
                    return;
                };
                let uri = params.text_document.text_document_identifier.uri;
                self.workspace.change(&uri, params.text_document.version, params.content_changes);
                self.check(&uri);
            }
            "textDocument/didClose" => {
                let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(params) else { return };
                self.workspace.close(&params.text_document.uri);
                self.checker.forget(&params.text_document.uri.0);
                self.colours.forget(&params.text_document.uri.0);
            }
            "textDocument/didSave" => {
                let uri = params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
                self.check(&Uri(uri));
            }
            _ => {}
        }
    }

    /// Checks a text that has changed, and the open texts that may include it.
    fn check(&self, uri: &Uri) {
        let overlay = self.workspace.overlay();
        let open: HashSet<String> = self.workspace.all_open().map(|document| document.uri.clone()).collect();
        for document in self.workspace.all_open() {
            if document.uri == uri.0 || document.text.contains("#include") {
                self.checker.submit(document.clone(), overlay.clone(), open.clone());
            }
        }
    }

    /// Starts a command, whose thread replies.
    pub(crate) fn execute(&mut self, id: RequestId, params: Value) -> Result<(), String> {
        let params: ExecuteCommandParams =
            serde_json::from_value(params).map_err(|error| error.to_string())?;
        let task = match params.command.as_str() {
            RUN => Task::Run,
            PROFILE => Task::Profile,
            other => return Err(format!("there is no command `{other}`")),
        };
        let arguments = params.arguments.unwrap_or_default();
        let uri =
            arguments.first().and_then(Value::as_str).ok_or("the argument is the URI of an open text")?;
        let document = self.of(&Uri(uri.to_owned())).ok_or_else(|| format!("`{uri}` is not open"))?;
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        let request = runner::Request {
            task,
            name: document.name(),
            uri: document.uri.clone(),
            text: document.text.clone(),
            overlay: self.workspace.overlay(),
            time: self.time,
            models: self.models,
            stop: self.stop.clone(),
        };
        let (send, instances, refreshes) = (self.send.clone(), self.instances.clone(), self.refreshes_hints);
        std::thread::spawn(move || {
            let outcome = runner::run(&request);
            instances.lock().unwrap_or_else(PoisonError::into_inner).extend(outcome.instances);
            let log = LogMessageParams { kind: MessageType::Log, message: outcome.text.clone() };
            notify(&send, "window/logMessage", log);
            let shown = ShowMessageParams { kind: MessageType::Info, message: outcome.summary.clone() };
            notify(&send, "window/showMessage", shown);
            if refreshes {
                let id = RequestId::from(format!("hints-{id}"));
                send(Message::Request(Request::new(
                    id,
                    "workspace/inlayHint/refresh".to_owned(),
                    Value::Null,
                )));
            }
            let result = json!({ "text": outcome.text, "summary": outcome.summary });
            send(Message::Response(Response::new_ok(id, result)));
        });
        Ok(())
    }
}

fn notify(send: &Send, method: &str, params: impl serde::Serialize) {
    send(Message::Notification(Notification::new(method.to_owned(), params)));
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

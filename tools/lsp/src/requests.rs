//! Requests of the client and their replies.
//!
//! *Invariant:* every request gets a reply; a panic in a feature becomes an error of its request.

use crate::features::{actions, complete, formatting, highlight, hover, names, outline};
use crate::server::Server;
use crate::workspace::Document;
use gen_lsp_types::{
    CodeActionParams, CodeLens, CodeLensParams, Command, CompletionParams, DefinitionParams,
    DocumentFormattingParams, DocumentSymbolParams, FoldingRangeParams, HoverParams, InlayHint,
    InlayHintParams, Label, Position, PrepareRenameParams, PrepareRenamePlaceholder, PrepareRenameResult,
    Range, ReferenceParams, RenameParams, SemanticTokens, SemanticTokensDeltaParams, SemanticTokensParams,
    SemanticTokensRangeParams, TextDocumentPositionParams, Uri,
};
use lsp_server::{ErrorCode, Request, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The command of the code lens "run".
pub const RUN: &str = "hamadryad.run";
/// The command of the code lens "ground profile".
pub const PROFILE: &str = "hamadryad.groundProfile";

/// Replies to a request; `None` if a thread replies later.
pub fn reply(server: &mut Server, request: Request) -> Option<Response> {
    let id = request.id.clone();
    let result = catch_unwind(AssertUnwindSafe(|| dispatch(server, request)));
    match result {
        // `Response::new_ok` would copy the value.
        Ok(Some(Ok(value))) => Some(Response { id, response_result: Ok(value) }),
        Ok(Some(Err((code, message)))) => Some(Response::new_err(id, code as i32, message)),
        Ok(None) => None,
        Err(_) => {
            Some(Response::new_err(id, ErrorCode::InternalError as i32, "the request failed".to_owned()))
        }
    }
}

type Reply = Result<Value, (ErrorCode, String)>;

/// The parameters of a request.
fn read<P: DeserializeOwned>(parameters: Value) -> Result<P, (ErrorCode, String)> {
    serde_json::from_value(parameters).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn dispatch(server: &mut Server, request: Request) -> Option<Reply> {
    let Request { id, method, params } = request;
    if method == "workspace/executeCommand" {
        return match server.execute(id, params) {
            Ok(()) => None,
            Err(message) => Some(Err((ErrorCode::InvalidParams, message))),
        };
    }
    Some(answer(server, &method, params))
}

fn answer(server: &mut Server, method: &str, params: Value) -> Reply {
    Ok(match method {
        "textDocument/hover" => {
            let params: HoverParams = read(params)?;
            let (documents, position) = server.related(&params.text_document_position_params);
            json!(hover::hover(&documents, position))
        }
        "textDocument/definition" => {
            let params: DefinitionParams = read(params)?;
            let (documents, position) = server.related(&params.text_document_position_params);
            json!(names::definitions(&documents, position))
        }
        "textDocument/references" => {
            let params: ReferenceParams = read(params)?;
            let (documents, position) = server.related(&params.text_document_position_params);
            json!(names::references(&documents, position, params.context.include_declaration))
        }
        "textDocument/prepareRename" => {
            let params: PrepareRenameParams = read(params)?;
            let TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
            let document = server.workspace.get(&text_document.uri);
            let found = document.and_then(|document| names::renamable(&document, position));
            json!(found.map(|(range, placeholder)| {
                PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder { range, placeholder })
            }))
        }
        "textDocument/rename" => {
            let params: RenameParams = read(params)?;
            let (documents, position) = server.related(&params.text_document_position_params);
            let edit = names::rename(&documents, position, &params.new_name);
            json!(edit.map_err(|message| (ErrorCode::RequestFailed, message))?)
        }
        "textDocument/completion" => {
            let params: CompletionParams = read(params)?;
            let (documents, position) = server.related(&params.text_document_position_params);
            json!(complete::complete(&documents, position, server.has_snippets))
        }
        "textDocument/documentSymbol" => {
            let params: DocumentSymbolParams = read(params)?;
            json!(server.of(&params.text_document.uri).map(|document| outline::symbols(&document)))
        }
        "textDocument/foldingRange" => {
            let params: FoldingRangeParams = read(params)?;
            json!(server.of(&params.text_document.uri).map(|document| outline::foldings(&document)))
        }
        "textDocument/formatting" => {
            let params: DocumentFormattingParams = read(params)?;
            json!(server.of(&params.text_document.uri).map(|document| formatting::format_document(&document)))
        }
        "textDocument/semanticTokens/full" => {
            let params: SemanticTokensParams = read(params)?;
            let document = server.of(&params.text_document.uri);
            json!(document.map(|document| server.colours.all(&document)))
        }
        "textDocument/semanticTokens/full/delta" => {
            let params: SemanticTokensDeltaParams = read(params)?;
            let document = server.of(&params.text_document.uri);
            json!(document.map(|document| server.colours.changes(&document, &params.previous_result_id)))
        }
        "textDocument/semanticTokens/range" => {
            let params: SemanticTokensRangeParams = read(params)?;
            let document = server.of(&params.text_document.uri);
            json!(document.map(|document| {
                let (start, end) = (document.offset(params.range.start), document.offset(params.range.end));
                SemanticTokens { result_id: None, data: highlight::tokens(&document, start, end) }
            }))
        }
        "textDocument/codeAction" => {
            let params: CodeActionParams = read(params)?;
            let uri = params.text_document.uri;
            let document = server.workspace.get(&uri);
            let published = document.map(|document| server.checker.published(&uri.0, document.version));
            json!(actions::actions(&uri, &published.unwrap_or_default(), params.range))
        }
        "textDocument/codeLens" => {
            let params: CodeLensParams = read(params)?;
            json!(lenses(&params.text_document.uri, server.time.as_secs_f64()))
        }
        "textDocument/inlayHint" => {
            let params: InlayHintParams = read(params)?;
            json!(server.of(&params.text_document.uri).map(|document| hints(server, &document, params.range)))
        }
        _ => return Err((ErrorCode::MethodNotFound, format!("`{method}` is not supported"))),
    })
}

/// The lenses above the first line: they name the time limit.
fn lenses(uri: &Uri, limit: f64) -> Vec<CodeLens> {
    let start = Position { line: 0, character: 0 };
    let lens = |title: String, command: &str| CodeLens {
        range: Range { start, end: start },
        command: Some(Command {
            title,
            tooltip: None,
            command: command.to_owned(),
            arguments: Some(vec![Value::String(uri.0.clone())]),
        }),
        data: None,
    };
    vec![lens(format!("run (at most {limit} s)"), RUN), lens("ground profile".to_owned(), PROFILE)]
}

/// The numbers of instances of the rules in a range, as far as the last run knows them.
fn hints(server: &Server, document: &Arc<Document>, range: Range) -> Vec<InlayHint> {
    let instances = server.instances.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let Some(known) = instances.get(&document.uri) else { return Vec::new() };
    let (start, end) = (document.offset(range.start), document.offset(range.end));
    let statements = document.index().statements.iter();
    let shown = statements.filter(|statement| statement.start < end && statement.end > start);
    let hints = shown.filter_map(|statement| {
        let number = known.get(document.slice(statement.start, statement.end))?;
        let plural = if *number == 1 { "" } else { "s" };
        Some(InlayHint {
            position: document.lines.position(&document.text, statement.end),
            label: Label::String(format!("{number} instance{plural}")),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    });
    hints.collect()
}

//! The loop: messages of the editor in, what was judged out. A newer version of a text ends the judging of an older one. Not for what
//! an answer says.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeActionResolveRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
    HoverRequest, RegisterCapability, Request as _,
};
use lsp_types::{
    ClientCapabilities, CodeAction, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DidChangeWatchedFilesRegistrationOptions, DocumentSymbolResponse, FileSystemWatcher, GlobPattern,
    HoverProviderCapability, InitializeParams, MarkupKind, MessageType, OneOf, PublishDiagnosticsParams, Registration,
    RegistrationParams, SaveOptions, ServerCapabilities, ShowMessageParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::actions;
use super::board::{self, BoardRequest};
use super::completion::complete;
use super::document::Document;
use super::folding::folding;
use super::formatting::format;
use super::hover::{Rendering, hover};
use super::judged::Judged;
use super::position::Units;
use super::sessions::Sessions;
use super::symbols::symbols;
use partie_config::{Finder, NAMES};

/// A text that is open.
struct Open {
    document: Arc<Document>,
    /// The version that is to be judged: what judges an older one stops.
    newest: Arc<AtomicI32>,
    judged: Option<Arc<Judged>>,
}

/// A text that is to be judged, how, and its newest version.
type Due = (Arc<Document>, partie_core::Session, Arc<AtomicI32>);

/// The texts that are to be judged next: one of each address, the newest.
#[derive(Default)]
struct Waiting(Mutex<Vec<Due>>);

struct Server<'c> {
    connection: &'c Connection,
    sessions: Sessions,
    open: HashMap<String, Open>,
    units: Units,
    rendering: Rendering,
    waiting: Arc<Waiting>,
    wake: Sender<()>,
}

/// Serves an editor until it says that it is done.
pub(crate) fn run(connection: &Connection, finder: Finder) -> Result<(), ProtocolError> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let can = params.capabilities;
    let general = can.general.as_ref();
    let units = Units::of(general.and_then(|general| general.position_encodings.as_deref()));
    let answer = serde_json::json!({
        "capabilities": capabilities(units),
        "serverInfo": { "name": "partie", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let options = params.initialization_options.unwrap_or_default();
    let (wake, woken) = unbounded();
    let (done, judged) = unbounded();
    let waiting = Arc::new(Waiting::default());
    let mut server = Server {
        connection,
        sessions: Sessions::new(finder),
        open: HashMap::new(),
        units,
        rendering: rendering(&can, options["svg"].as_bool().unwrap_or(false)),
        waiting: Arc::clone(&waiting),
        wake,
    };
    thread::spawn(move || judge(&waiting, &woken, &done));
    server.watch(&can);
    server.serve(&judged)
}

/// Judges what waits, the newest version of each text, until nobody asks any more.
fn judge(waiting: &Waiting, woken: &Receiver<()>, done: &Sender<Arc<Judged>>) {
    for () in woken {
        let next = || waiting.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        while let Some((document, session, newest)) = next() {
            let is_old = || newest.load(Ordering::Relaxed) != document.version;
            let judged = Judged::of(&document, session, is_old);
            if judged.is_some_and(|judged| done.send(Arc::new(judged)).is_err()) {
                return;
            }
        }
    }
}

fn rendering(can: &ClientCapabilities, svg: bool) -> Rendering {
    let text = can.text_document.as_ref();
    let formats = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
    Rendering { markdown: formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)), svg }
}

fn capabilities(units: Units) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
        ..TextDocumentSyncOptions::default()
    };
    let kinds = ["quickfix", "refactor.rewrite", "source.fixAll.partie"];
    let actions = CodeActionOptions {
        code_action_kinds: Some(kinds.map(CodeActionKind::from).to_vec()),
        resolve_provider: Some(true),
        ..CodeActionOptions::default()
    };
    ServerCapabilities {
        position_encoding: Some(units.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["[", "\"", " ", "."].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

impl Server<'_> {
    fn serve(&mut self, judged: &Receiver<Arc<Judged>>) -> Result<(), ProtocolError> {
        loop {
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Err(_) => return Ok(()),
                    Ok(Message::Request(request)) => {
                        if self.connection.handle_shutdown(&request)? {
                            return Ok(());
                        }
                        self.request(request);
                    }
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    Ok(Message::Response(_)) => {}
                },
                recv(judged) -> judged => if let Ok(judged) = judged {
                    self.judged(judged);
                },
            }
        }
    }

    fn notify<N: lsp_types::notification::Notification>(&self, params: &N::Params) {
        let params = serde_json::to_value(params).unwrap_or_default();
        let message = Notification { method: N::METHOD.to_owned(), params };
        // An editor that is gone needs nothing.
        let _ = self.connection.sender.send(message.into());
    }

    /// Asks to be told of changes of configurations.
    fn watch(&self, can: &ClientCapabilities) {
        let workspace = can.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        if watched.is_none_or(|watched| watched.dynamic_registration != Some(true)) {
            return;
        }
        let watcher =
            |name: &str| FileSystemWatcher { glob_pattern: GlobPattern::String(format!("**/{name}")), kind: None };
        let options = DidChangeWatchedFilesRegistrationOptions { watchers: NAMES.map(watcher).to_vec() };
        let registration = Registration {
            id: "configurations".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        let id = RequestId::from("configurations".to_owned());
        let request = Request::new(id, RegisterCapability::METHOD.to_owned(), params);
        let _ = self.connection.sender.send(request.into());
    }

    fn notification(&mut self, Notification { method, params }: Notification) {
        fn read<N: lsp_types::notification::Notification>(params: serde_json::Value) -> Option<N::Params> {
            serde_json::from_value(params).ok()
        }
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(opened) = read::<DidOpenTextDocument>(params).map(|params| params.text_document) else {
                    return;
                };
                let document = Arc::new(Document::new(opened.uri, opened.version, opened.text, self.units));
                let newest = Arc::new(AtomicI32::new(document.version));
                let key = document.uri.as_str().to_owned();
                self.open.insert(key.clone(), Open { document, newest, judged: None });
                self.start(&key);
            }
            DidChangeTextDocument::METHOD => {
                let Some(params) = read::<DidChangeTextDocument>(params) else { return };
                let key = params.text_document.uri.as_str().to_owned();
                let Some(open) = self.open.get_mut(&key) else { return };
                open.document = open.document.changed(params.text_document.version, params.content_changes).into();
                open.newest.store(open.document.version, Ordering::Relaxed);
                if open.document.is_small() {
                    self.start(&key);
                }
            }
            DidSaveTextDocument::METHOD => {
                let Some(params) = read::<DidSaveTextDocument>(params) else { return };
                let key = params.text_document.uri.as_str().to_owned();
                if self.open.get(&key).is_some_and(|open| !open.document.is_small()) {
                    self.start(&key);
                }
            }
            DidCloseTextDocument::METHOD => {
                let Some(params) = read::<DidCloseTextDocument>(params) else { return };
                if let Some(open) = self.open.remove(params.text_document.uri.as_str()) {
                    // No version is this one.
                    open.newest.store(i32::MIN, Ordering::Relaxed);
                }
                self.publish(params.text_document.uri, None, Vec::new());
            }
            DidChangeWatchedFiles::METHOD => {
                self.sessions.forget();
                let open: Vec<String> = self.open.keys().cloned().collect();
                open.iter().for_each(|key| self.start(key));
            }
            _ => {}
        }
    }

    /// Has a text judged.
    fn start(&mut self, key: &str) {
        let Some(open) = self.open.get(key) else { return };
        let (document, newest) = (Arc::clone(&open.document), Arc::clone(&open.newest));
        let session = self.session(&document, false);
        let mut waiting = self.waiting.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|(other, ..)| other.uri != document.uri);
        waiting.push((document, session, newest));
        drop(waiting);
        let _ = self.wake.send(());
    }

    fn session(&mut self, document: &Document, style: bool) -> partie_core::Session {
        let (session, said) = self.sessions.of(document, style);
        if let Some(message) = said {
            self.notify::<ShowMessage>(&ShowMessageParams { typ: MessageType::ERROR, message });
        }
        session
    }

    /// Shows what was judged, unless the text is another one by now.
    fn judged(&mut self, judged: Arc<Judged>) {
        let Some(open) = self.open.get_mut(judged.document.uri.as_str()) else { return };
        if open.document.version == judged.document.version {
            open.judged = Some(Arc::clone(&judged));
            let document = &judged.document;
            self.publish(document.uri.clone(), Some(document.version), judged.diagnostics.clone());
        }
    }

    fn publish(&self, uri: Uri, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        self.notify::<PublishDiagnostics>(&PublishDiagnosticsParams { uri, diagnostics, version });
    }

    /// An open text as it is now, judged.
    fn now(&mut self, uri: &Uri) -> Option<Arc<Judged>> {
        let open = self.open.get(uri.as_str())?;
        let document = Arc::clone(&open.document);
        if let Some(judged) = open.judged.as_ref().filter(|judged| judged.document.version == document.version) {
            return Some(Arc::clone(judged));
        }
        let session = self.session(&document, false);
        let judged = Arc::new(Judged::of(&document, session, || false)?);
        self.open.get_mut(uri.as_str())?.judged = Some(Arc::clone(&judged));
        Some(judged)
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        match request.method.as_str() {
            HoverRequest::METHOD => self.answer::<HoverRequest>(request, |server, params| {
                let at = params.text_document_position_params;
                let judged = server.now(&at.text_document.uri)?;
                hover(&judged, judged.document.offset(at.position), server.rendering)
            }),
            Completion::METHOD => self.answer::<Completion>(request, |server, params| {
                let at = params.text_document_position;
                let judged = server.now(&at.text_document.uri)?;
                Some(complete(&judged, judged.document.offset(at.position)).into())
            }),
            DocumentSymbolRequest::METHOD => self.answer::<DocumentSymbolRequest>(request, |server, params| {
                Some(DocumentSymbolResponse::Nested(symbols(&*server.now(&params.text_document.uri)?)))
            }),
            FoldingRangeRequest::METHOD => self.answer::<FoldingRangeRequest>(request, |server, params| {
                Some(folding(&*server.now(&params.text_document.uri)?))
            }),
            BoardRequest::METHOD => self.answer::<BoardRequest>(request, |server, params| {
                let judged = server.now(&params.text_document.uri)?;
                board::at(&judged, judged.document.offset(params.position))
            }),
            CodeActionRequest::METHOD => {
                let Some(params) = read::<CodeActionRequest>(request) else { return self.refuse(id) };
                let Some(judged) = self.now(&params.text_document.uri) else { return self.give(id, &None::<()>) };
                let stretch = judged.document.offset(params.range.start)..judged.document.offset(params.range.end);
                self.aside(id, &judged, move |judged, is_old| {
                    Some(actions::actions(judged, &stretch, &params.context, is_old))
                });
            }
            CodeActionResolveRequest::METHOD => {
                let Some(action) = read::<CodeActionResolveRequest>(request) else { return self.refuse(id) };
                let uri = action.data.as_ref().filter(|data| data["what"] == actions::OF_FILE);
                let uri = uri.and_then(|data| data["uri"].as_str()?.parse::<Uri>().ok());
                let Some(judged) = uri.and_then(|uri| self.now(&uri)) else { return self.give(id, &action) };
                self.aside(id, &judged, move |judged, is_old| {
                    let edit = actions::of_file(&judged.document, &judged.session, is_old);
                    Some(CodeAction { edit, ..action })
                });
            }
            Formatting::METHOD => {
                let Some(params) = read::<Formatting>(request) else { return self.refuse(id) };
                let Some(open) = self.open.get(params.text_document.uri.as_str()) else {
                    return self.give(id, &None::<()>);
                };
                let document = Arc::clone(&open.document);
                let session = self.session(&document, true);
                let Some(judged) = Judged::of(&document, session, || false).map(Arc::new) else {
                    return self.give(id, &None::<()>);
                };
                self.aside(id, &judged, move |judged, is_old| Some(format(judged, is_old)));
            }
            _ => {
                let message = format!("partie does not know {}", request.method);
                self.send(Response::new_err(id, ErrorCode::MethodNotFound as i32, message));
            }
        }
    }

    fn send(&self, response: Response) {
        let _ = self.connection.sender.send(response.into());
    }

    fn give(&self, id: RequestId, result: &impl Serialize) {
        self.send(Response::new_ok(id, result));
    }

    fn refuse(&self, id: RequestId) {
        self.send(Response::new_err(id, ErrorCode::InvalidParams as i32, "these are no parameters of it".to_owned()));
    }

    /// Answers at once.
    fn answer<R>(&mut self, request: Request, make: impl FnOnce(&mut Self, R::Params) -> R::Result)
    where
        R: lsp_types::request::Request<Params: DeserializeOwned, Result: Serialize>,
    {
        let id = request.id.clone();
        match read::<R>(request) {
            None => self.refuse(id),
            Some(params) => {
                let result = make(self, params);
                self.give(id, &result);
            }
        }
    }

    /// Answers when it is found, beside what comes in meanwhile; nothing where the text has changed by then.
    fn aside<T: Serialize>(
        &self,
        id: RequestId,
        judged: &Arc<Judged>,
        make: impl FnOnce(&Judged, &dyn Fn() -> bool) -> T + Send + 'static,
    ) {
        let Some(open) = self.open.get(judged.document.uri.as_str()) else { return self.give(id, &None::<()>) };
        let (judged, newest, sender) = (Arc::clone(judged), Arc::clone(&open.newest), self.connection.sender.clone());
        thread::spawn(move || {
            let is_old = || newest.load(Ordering::Relaxed) != judged.document.version;
            let found = make(&judged, &is_old);
            let response = match is_old() {
                true => Response::new_err(id, ErrorCode::ContentModified as i32, "the text has changed".to_owned()),
                false => Response::new_ok(id, found),
            };
            let _ = sender.send(response.into());
        });
    }
}

fn read<R: lsp_types::request::Request<Params: DeserializeOwned>>(request: Request) -> Option<R::Params> {
    serde_json::from_value(request.params).ok()
}

//! The main loop: receives messages of the editor, and sends results. A newer version of a text cancels the judging of
//! an older version.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Initialized, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeActionResolveRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
    HoverRequest, Initialize, RegisterCapability, Request as _, Shutdown,
};
use lsp_types::{
    ClientCapabilities, CodeAction, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DidChangeWatchedFilesRegistrationOptions, DocumentSymbolResponse, FileSystemWatcher, GlobPattern,
    HoverProviderCapability, InitializeParams, MarkupKind, MessageType, NumberOrString, OneOf,
    PublishDiagnosticsParams, Range, Registration, RegistrationParams, SaveOptions, ServerCapabilities,
    ShowMessageParams, TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
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
use super::sessions::{Sessions, TextSessions};
use super::symbols::symbols;
use partie_config::{Finder, NAMES};

/// An open text.
struct Open {
    document: Arc<Document>,
    /// The newest version; threads that judge an older version stop.
    newest: Arc<AtomicI32>,
    judged: Option<Arc<Judged>>,
    /// True while the answer to the last request about this text is wanted.
    asked: Arc<AtomicBool>,
}

/// A request that waits until its text is judged.
struct Asked {
    id: RequestId,
    uri: String,
    version: i32,
    answer: Answer,
}

/// The text and the range to which a request refers; `None` is the whole text.
struct At {
    uri: Uri,
    range: Option<Range>,
}

impl At {
    fn position(params: &TextDocumentPositionParams) -> Self {
        let range = Range::new(params.position, params.position);
        Self { uri: params.text_document.uri.clone(), range: Some(range) }
    }

    const fn whole(uri: Uri) -> Self {
        Self { uri, range: None }
    }
}

/// How long the answer that a thread computes is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lasts {
    /// Until the text changes, or the next request of this kind arrives.
    UntilNext,
    /// Until the text changes.
    Beside,
}

type Answer = Box<dyn FnOnce(&mut Server<'_>, RequestId, &Arc<Judged>)>;

/// A text to judge, its sessions, and the newest version of the text.
type Due = (Arc<Document>, TextSessions, Arc<AtomicI32>);

/// The texts to judge next: only the newest version for each URI.
#[derive(Default)]
struct Waiting(Mutex<Vec<Due>>);

struct Server<'c> {
    connection: &'c Connection,
    sessions: Sessions,
    open: HashMap<String, Open>,
    asked: Vec<Asked>,
    /// Requests that threads are answering, each with a flag that is true while the answer is wanted.
    running: HashMap<RequestId, Arc<AtomicBool>>,
    units: Units,
    rendering: Rendering,
    waiting: Arc<Waiting>,
    wake: Sender<()>,
    /// True if the editor can watch files and report their changes.
    can_watch: bool,
    /// True after `shutdown`: then only `exit` is accepted.
    is_shut_down: bool,
}

/// Waits for the `initialize` request, and refuses other requests; `None` if the editor exits before.
fn initialize(connection: &Connection) -> Option<(RequestId, InitializeParams)> {
    for message in &connection.receiver {
        match message {
            Message::Request(Request { id, method, params }) if method == Initialize::METHOD => {
                return Some((id, serde_json::from_value(params).unwrap_or_default()));
            }
            Message::Request(Request { id, .. }) => {
                let why = "initialize comes first".to_owned();
                let refusal = Response::new_err(id, ErrorCode::ServerNotInitialized as i32, why);
                let _ = connection.sender.send(refusal.into());
            }
            Message::Notification(notification) if notification.method == Exit::METHOD => return None,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    None
}

/// Serves an editor until it exits.
pub(crate) fn run(connection: &Connection, finder: Finder) {
    let Some((id, params)) = initialize(connection) else { return };
    let can = params.capabilities;
    let general = can.general.as_ref();
    let units = Units::of(general.and_then(|general| general.position_encodings.as_deref()));
    let answer = serde_json::json!({
        "capabilities": capabilities(units),
        "serverInfo": { "name": "partie", "version": env!("CARGO_PKG_VERSION") },
    });
    let _ = connection.sender.send(Response::new_ok(id, answer).into());
    let options = params.initialization_options.unwrap_or_default();
    let (wake, woken) = unbounded();
    let (done, judged) = unbounded();
    let waiting = Arc::new(Waiting::default());
    let mut server = Server {
        connection,
        sessions: Sessions::new(finder),
        open: HashMap::new(),
        asked: Vec::new(),
        running: HashMap::new(),
        units,
        rendering: rendering(&can, options["svg"].as_bool().unwrap_or(false)),
        waiting: Arc::clone(&waiting),
        wake,
        can_watch: can_watch(&can),
        is_shut_down: false,
    };
    thread::spawn(move || judge(&waiting, &woken, &done));
    server.serve(&judged);
}

/// Judges the newest versions of waiting texts, until the server ends.
fn judge(waiting: &Waiting, woken: &Receiver<()>, done: &Sender<Arc<Judged>>) {
    for () in woken {
        let next = || waiting.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        while let Some((document, session, newest)) = next() {
            let is_old = || newest.load(Ordering::Relaxed) != document.version;
            // A panic affects only this version of this text.
            let judged = catch_unwind(AssertUnwindSafe(|| Judged::of(&document, session, is_old))).unwrap_or_default();
            if judged.is_some_and(|judged| done.send(Arc::new(judged)).is_err()) {
                return;
            }
        }
    }
}

fn can_watch(can: &ClientCapabilities) -> bool {
    let workspace = can.workspace.as_ref();
    let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    watched.is_some_and(|watched| watched.dynamic_registration == Some(true))
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
    fn serve(&mut self, judged: &Receiver<Arc<Judged>>) {
        loop {
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Err(_) => break,
                    Ok(Message::Request(Request { id, .. })) if self.is_shut_down => {
                        let why = "the server is shut down".to_owned();
                        self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, why));
                    }
                    Ok(Message::Request(request)) if request.method == Shutdown::METHOD => {
                        self.shut_down();
                        self.give(request.id, &());
                    }
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(notification)) if notification.method == Exit::METHOD => break,
                    Ok(Message::Notification(_)) if self.is_shut_down => {}
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    Ok(Message::Response(_)) => {}
                },
                recv(judged) -> judged => match judged {
                    Ok(judged) => self.judged(judged),
                    Err(_) => break,
                },
            }
        }
        self.shut_down();
    }

    /// Cancels all work. Refuses waiting requests; running threads send their own answers.
    fn shut_down(&mut self) {
        self.is_shut_down = true;
        self.running.values().for_each(|wanted| wanted.store(false, Ordering::Relaxed));
        self.open.values().for_each(|open| open.newest.store(i32::MIN, Ordering::Relaxed));
        self.give_up(|_| true, ErrorCode::RequestCanceled);
    }

    fn notify<N: lsp_types::notification::Notification>(&self, params: &N::Params) {
        let params = serde_json::to_value(params).unwrap_or_default();
        let message = Notification { method: N::METHOD.to_owned(), params };
        // Sending fails only after the editor has exited.
        let _ = self.connection.sender.send(message.into());
    }

    /// Asks the editor to report changes of configuration files.
    fn watch(&self) {
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
            Initialized::METHOD if self.can_watch => self.watch(),
            DidOpenTextDocument::METHOD => {
                let Some(opened) = read::<DidOpenTextDocument>(params).map(|params| params.text_document) else {
                    return;
                };
                let document = Arc::new(Document::new(opened.uri, opened.version, opened.text, self.units));
                let newest = Arc::new(AtomicI32::new(document.version));
                let key = document.uri.as_str().to_owned();
                let asked = Arc::new(AtomicBool::new(true));
                self.open.insert(key.clone(), Open { document, newest, judged: None, asked });
                self.start(&key);
            }
            DidChangeTextDocument::METHOD => {
                let Some(params) = read::<DidChangeTextDocument>(params) else { return };
                let key = params.text_document.uri.as_str().to_owned();
                let Some(open) = self.open.get_mut(&key) else { return };
                open.document = open.document.changed(params.text_document.version, params.content_changes).into();
                open.newest.store(open.document.version, Ordering::Relaxed);
                let is_small = open.document.is_small();
                self.give_up(|asked| asked.uri == key, ErrorCode::ContentModified);
                if is_small {
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
                    // `i32::MIN` never equals a client's version.
                    open.newest.store(i32::MIN, Ordering::Relaxed);
                }
                let uri = params.text_document.uri;
                self.give_up(|asked| asked.uri == uri.as_str(), ErrorCode::ContentModified);
                self.publish(uri, None, Vec::new());
            }
            Cancel::METHOD => {
                let Some(params) = read::<Cancel>(params) else { return };
                let id = match params.id {
                    NumberOrString::Number(number) => RequestId::from(number),
                    NumberOrString::String(text) => RequestId::from(text),
                };
                if let Some(wanted) = self.running.get(&id) {
                    wanted.store(false, Ordering::Relaxed);
                }
                self.give_up(|asked| asked.id == id, ErrorCode::RequestCanceled);
            }
            DidChangeWatchedFiles::METHOD => {
                self.sessions.forget();
                let open: Vec<String> = self.open.keys().cloned().collect();
                open.iter().for_each(|key| self.start(key));
            }
            _ => {}
        }
    }

    fn start(&mut self, key: &str) {
        let Some(open) = self.open.get(key) else { return };
        let (document, newest) = (Arc::clone(&open.document), Arc::clone(&open.newest));
        let session = self.sessions_of(&document);
        let mut waiting = self.waiting.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|(other, ..)| other.uri != document.uri);
        waiting.push((document, session, newest));
        drop(waiting);
        let _ = self.wake.send(());
    }

    fn sessions_of(&mut self, document: &Document) -> TextSessions {
        let (sessions, said) = self.sessions.of(document);
        if let Some(message) = said {
            self.notify::<ShowMessage>(&ShowMessageParams { typ: MessageType::ERROR, message });
        }
        sessions
    }

    /// Refuses waiting requests for which `is` returns true.
    fn give_up(&mut self, is: impl Fn(&Asked) -> bool, code: ErrorCode) {
        let left: Vec<Asked> = self.asked.extract_if(.., |asked| is(asked)).collect();
        for asked in left {
            self.send(Response::new_err(asked.id, code as i32, "it is not wanted any more".to_owned()));
        }
    }

    /// Unless the text has changed, publishes the diagnostics of a judged text, and answers requests that wait for it.
    fn judged(&mut self, judged: Arc<Judged>) {
        let document = Arc::clone(&judged.document);
        let open = self.open.get_mut(document.uri.as_str()).filter(|_| !self.is_shut_down);
        let Some(open) = open.filter(|open| Arc::ptr_eq(&open.document, &document)) else { return };
        open.judged = Some(Arc::clone(&judged));
        self.publish(document.uri.clone(), Some(document.version), judged.diagnostics.clone());
        let is_of = |asked: &mut Asked| asked.uri == document.uri.as_str() && asked.version == document.version;
        let ready: Vec<Asked> = self.asked.extract_if(.., is_of).collect();
        for Asked { id, answer, .. } in ready {
            answer(self, id, &judged);
        }
    }

    fn publish(&self, uri: Uri, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        self.notify::<PublishDiagnostics>(&PublishDiagnosticsParams { uri, diagnostics, version });
    }

    /// Answers a request once the current version of the text is judged. For a request about a range, judges only the
    /// games in it: an editor sends such a request with each keystroke.
    fn when_judged(&mut self, id: RequestId, at: &At, answer: Answer) {
        let At { uri, range } = at;
        let Some(open) = self.open.get(uri.as_str()) else { return self.give(id, &None::<()>) };
        let version = open.document.version;
        match open.judged.clone().filter(|judged| Arc::ptr_eq(&judged.document, &open.document)) {
            Some(judged) => answer(self, id, &judged),
            None => {
                let at_place = || {
                    let place =
                        range.map(|range| open.document.offset(range.start)..open.document.offset(range.end))?;
                    let older = open.judged.as_ref()?;
                    catch_unwind(AssertUnwindSafe(|| older.around(&open.document, &place))).unwrap_or_default()
                };
                if let Some(judged) = at_place() {
                    return answer(self, id, &Arc::new(judged));
                }
                let is_waited_for = open.document.is_small() || open.judged.is_none();
                self.asked.push(Asked { id, uri: uri.as_str().to_owned(), version, answer });
                if !is_waited_for {
                    self.start(uri.as_str());
                }
            }
        }
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        match request.method.as_str() {
            HoverRequest::METHOD => self.answer::<HoverRequest>(
                request,
                |params| At::position(&params.text_document_position_params),
                |server, params, judged| {
                    let at = judged.document.offset(params.text_document_position_params.position);
                    hover(judged, at, server.rendering)
                },
            ),
            Completion::METHOD => self.answer::<Completion>(
                request,
                |params| At::position(&params.text_document_position),
                |_, params, judged| {
                    Some(complete(judged, judged.document.offset(params.text_document_position.position)).into())
                },
            ),
            DocumentSymbolRequest::METHOD => {
                let Some(params) = read::<DocumentSymbolRequest>(request) else { return self.refuse(id) };
                // Symbols parse each game again for its players, which takes long in a large file.
                let make = |judged: &Judged, is_old: &dyn Fn() -> bool| {
                    Some(DocumentSymbolResponse::Nested(symbols(judged, is_old)))
                };
                self.aside(id, At::whole(params.text_document.uri), Lasts::Beside, make);
            }
            FoldingRangeRequest::METHOD => self.answer::<FoldingRangeRequest>(
                request,
                |params| At::whole(params.text_document.uri.clone()),
                |_, _, judged| Some(folding(judged)),
            ),
            BoardRequest::METHOD => self.answer::<BoardRequest>(request, At::position, |_, params, judged| {
                board::at(judged, judged.document.offset(params.position))
            }),
            CodeActionRequest::METHOD => {
                let Some(params) = read::<CodeActionRequest>(request) else { return self.refuse(id) };
                let at = At { uri: params.text_document.uri.clone(), range: Some(params.range) };
                self.aside(id, at, Lasts::UntilNext, move |judged, is_old| {
                    let document = &judged.document;
                    let stretch = document.offset(params.range.start)..document.offset(params.range.end);
                    actions::actions(judged, &stretch, &params.context, is_old)
                });
            }
            CodeActionResolveRequest::METHOD => {
                let Some(action) = read::<CodeActionResolveRequest>(request) else { return self.refuse(id) };
                let uri = action.data.as_ref().filter(|data| data["what"] == actions::OF_FILE);
                let Some(uri) = uri.and_then(|data| data["uri"].as_str()?.parse::<Uri>().ok()) else {
                    return self.give(id, &action);
                };
                self.aside(id, At::whole(uri), Lasts::UntilNext, move |judged, is_old| {
                    let edit = actions::of_file(judged, is_old);
                    CodeAction { edit, ..action }
                });
            }
            Formatting::METHOD => {
                let Some(params) = read::<Formatting>(request) else { return self.refuse(id) };
                self.aside(id, At::whole(params.text_document.uri), Lasts::UntilNext, format);
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

    /// Answers a request from the judged text, on the main thread.
    fn answer<R>(
        &mut self,
        request: Request,
        at: impl FnOnce(&R::Params) -> At,
        make: impl FnOnce(&mut Server<'_>, R::Params, &Judged) -> R::Result + 'static,
    ) where
        R: lsp_types::request::Request<Params: DeserializeOwned + 'static, Result: Serialize>,
    {
        let id = request.id.clone();
        let Some(params) = read::<R>(request) else { return self.refuse(id) };
        let at = at(&params);
        let answer: Answer = Box::new(move |server, id, judged| {
            let found = make(server, params, judged);
            server.give(id, &found);
        });
        self.when_judged(id, &at, answer);
    }

    /// Answers a request from another thread, while the main loop continues. The answer is an error if the text has
    /// changed.
    fn aside<T: Serialize + 'static>(
        &mut self,
        id: RequestId,
        at: At,
        lasts: Lasts,
        make: impl FnOnce(&Judged, &dyn Fn() -> bool) -> T + Send + 'static,
    ) {
        let answer: Answer = Box::new(move |server, id, judged| {
            let wanted = Arc::new(AtomicBool::new(true));
            server.running.retain(|_, wanted| Arc::strong_count(wanted) > 1);
            server.running.insert(id.clone(), Arc::clone(&wanted));
            let Some(open) = server.open.get_mut(judged.document.uri.as_str()) else {
                return server.give(id, &None::<()>);
            };
            if lasts == Lasts::UntilNext {
                std::mem::replace(&mut open.asked, Arc::clone(&wanted)).store(false, Ordering::Relaxed);
            }
            let (judged, newest, sender) =
                (Arc::clone(judged), Arc::clone(&open.newest), server.connection.sender.clone());
            thread::spawn(move || {
                let is_old =
                    || newest.load(Ordering::Relaxed) != judged.document.version || !wanted.load(Ordering::Relaxed);
                let found = catch_unwind(AssertUnwindSafe(|| make(&judged, &is_old)));
                let response = match found {
                    _ if is_old() => {
                        Response::new_err(id, ErrorCode::ContentModified as i32, "it is not wanted any more".to_owned())
                    }
                    Ok(found) => Response::new_ok(id, found),
                    Err(_) => Response::new_err(id, ErrorCode::InternalError as i32, "an internal error".to_owned()),
                };
                let _ = sender.send(response.into());
            });
        });
        self.when_judged(id, &at, answer);
    }
}

fn read<R: lsp_types::request::Request<Params: DeserializeOwned>>(request: Request) -> Option<R::Params> {
    serde_json::from_value(request.params).ok()
}

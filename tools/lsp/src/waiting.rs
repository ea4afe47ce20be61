//! The messages that have arrived and wait for their turn.
//!
//! *Invariant:* messages keep their order, and each request gets a reply: that of a request that the client
//! cancels while it waits is an error of the protocol, without any work.

use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use std::collections::VecDeque;
use std::error::Error;

/// Messages that have arrived, the oldest first.
#[derive(Default)]
pub struct Waiting(VecDeque<Message>);

impl Waiting {
    /// The next message; `None` at the end of the stream.
    ///
    /// # Errors
    /// If the client has gone.
    pub fn next(&mut self, connection: &Connection) -> Result<Option<Message>, Box<dyn Error + Send + Sync>> {
        if self.0.is_empty() {
            let Ok(message) = connection.receiver.recv() else { return Ok(None) };
            self.0.push_back(message);
        }
        // The message after "shutdown" is received by `Connection::handle_shutdown`.
        while !self.0.back().is_some_and(is_shutdown)
            && let Ok(message) = connection.receiver.try_recv()
        {
            match cancelled(&message).and_then(|id| self.remove(&id)) {
                Some(id) => {
                    let text = "the request was cancelled".to_owned();
                    let reply = Response::new_err(id, ErrorCode::RequestCanceled as i32, text);
                    connection.sender.send(Message::Response(reply))?;
                }
                None => self.0.push_back(message),
            }
        }
        Ok(self.0.pop_front())
    }

    /// Removes a request that waits.
    fn remove(&mut self, id: &RequestId) -> Option<RequestId> {
        let is_it = |message: &Message| matches!(message, Message::Request(request) if request.id == *id);
        let at = self.0.iter().position(is_it)?;
        self.0.remove(at).map(|_| id.clone())
    }
}

fn is_shutdown(message: &Message) -> bool {
    matches!(message, Message::Request(request) if request.method == "shutdown")
}

/// The request that a message cancels.
fn cancelled(message: &Message) -> Option<RequestId> {
    match message {
        Message::Notification(notice) if notice.method == "$/cancelRequest" => {
            serde_json::from_value(notice.params.get("id")?.clone()).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_server::{Notification, Request};
    use serde_json::json;

    #[test]
    fn cancelled_requests_get_an_error_and_the_others_stay_in_order() {
        let (server, client) = Connection::memory();
        let request = |id: i32, method: &str| {
            client.sender.send(Request::new(id.into(), method.to_owned(), json!({})).into()).unwrap();
        };
        request(1, "a");
        request(2, "b");
        request(3, "c");
        let cancel = Notification::new("$/cancelRequest".to_owned(), json!({ "id": 2 }));
        client.sender.send(cancel.into()).unwrap();
        request(4, "shutdown");
        request(5, "d");
        let mut waiting = Waiting::default();
        let methods: Vec<String> = (0..3)
            .filter_map(|_| match waiting.next(&server).unwrap()? {
                Message::Request(request) => Some(request.method),
                _ => None,
            })
            .collect();
        assert_eq!(methods, ["a", "c", "shutdown"]);
        assert!(waiting.0.is_empty(), "the message after the shutdown is not taken");
        let Ok(Message::Response(reply)) = client.receiver.try_recv() else { panic!("no reply") };
        assert_eq!(reply.id, 2.into());
        assert_eq!(reply.response_result.unwrap_err().code, ErrorCode::RequestCanceled as i32);
    }
}

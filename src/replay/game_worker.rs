//! The worker that reads the games of slices and passes each one to a [`Games`].

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::games::{Chooser, Game, ReadingHints, SliceReader, is_plain};
use partie_input::{Rest, Share, Slice, Undeclared, Worker};
use partie_notation::formats;
use partie_notation::pgn::Noise;
use partie_record::Record;

pub trait Games {
    /// The output for one slice.
    type Out: Default + Send;
    fn game(&mut self, game: &Game<'_>, out: &mut Self::Out);
    /// Called when the last game ended in an internal error.
    fn panicked(&mut self, out: &mut Self::Out);
    /// Returns the bytes kept for all games of the slice so far.
    fn kept(&mut self, _: &Self::Out) -> usize {
        0
    }
    /// Receives the noise after the last game, up to the end of the file or of its kept part.
    fn noise(&mut self, _: Noise, _: &mut Self::Out) {}
    /// Called at the end of a slice; the rest was not read.
    fn end(&mut self, _: &Slice, _: Rest, _: &mut Self::Out) {}
}

/// The output for a slice, with counts of its games.
#[derive(Clone, Debug, Default)]
pub struct SliceOut<O> {
    pub made: O,
    pub games: u64,
    /// Games that were not chosen.
    pub passed_over: u64,
    /// Number, from 0, of the first game that ended in an internal error.
    pub panicked: Option<u64>,
}

/// Whether a game that was read was chosen.
#[derive(Clone, Copy, Debug)]
pub enum Taken<T> {
    /// The game was chosen; contains the result of `take`.
    Made(T),
    /// The game was not chosen.
    PassedOver,
    /// The game ended in an internal error.
    Panicked,
}

/// Reads and chooses games, with one set of buffers. All front ends use it: command, web page, Python and server.
#[derive(Debug, Default)]
pub struct GameReader {
    given: ReadingHints,
    chooser: Option<Box<dyn Chooser>>,
    record: Record,
}

impl GameReader {
    /// The hints apply to all records except shogi. Without a chooser all games are taken.
    pub fn new(given: ReadingHints, chooser: Option<Box<dyn Chooser>>) -> Self {
        Self { given, chooser, record: Record::default() }
    }

    /// Skips the next game of a slice; false at its end.
    pub fn skip(&mut self, reader: &mut SliceReader<'_>) -> bool {
        let is_read = reader.read_next(&mut self.record);
        self.record.release();
        is_read
    }

    /// Reads the next game of a slice, the `index`th; `None` at its end. `meet` receives each game, `take` only the
    /// chosen ones. `plain` is true if the slice contains printable ASCII only.
    #[inline]
    pub fn read_next<M, T>(
        &mut self,
        reader: &mut SliceReader<'_>,
        (index, plain): (u64, bool),
        meet: impl FnOnce(&Game<'_>) -> M,
        take: impl FnOnce(&Game<'_>, &M) -> T,
    ) -> Option<(M, Taken<T>)> {
        let Self { given, chooser, record } = self;
        let start = reader.start();
        if !reader.read_next(record) {
            return None;
        }
        let slice = reader.slice();
        let game = Game { start, index, ..Game::new(slice, plain, record, *given) };
        let met = meet(&game);
        let made = catch_unwind(AssertUnwindSafe(|| {
            chooser.as_mut().is_none_or(|chooser| chooser.chooses(slice, &game)).then(|| take(&game, &met))
        }));
        let taken = match made {
            Ok(Some(made)) => Taken::Made(made),
            Ok(None) => Taken::PassedOver,
            Err(_) => {
                chooser.iter_mut().for_each(|chooser| chooser.renew());
                Taken::Panicked
            }
        };
        record.release();
        Some((met, taken))
    }
}

/// Passes the games of slices to a [`Games`], with one set of buffers.
#[derive(Debug)]
pub struct GameWorker<G> {
    games: G,
    reader: GameReader,
}

impl<G> GameWorker<G> {
    /// The hints in `given` apply to all records except shogi. Without a chooser all games are taken.
    pub fn new(games: G, given: ReadingHints, chooser: Option<Box<dyn Chooser>>) -> Self {
        Self { games, reader: GameReader::new(given, chooser) }
    }
}

impl<G: Games> Worker for GameWorker<G> {
    type Out = SliceOut<G::Out>;

    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Self::Out, Rest) {
        let Self { games, reader } = self;
        let mut out = SliceOut::<G::Out>::default();
        let plain = is_plain(&slice.bytes);
        let mut records = SliceReader::new(slice, 0);
        let rest = loop {
            let made = &mut out.made;
            let read = reader.read_next(&mut records, (out.games, plain), |_| (), |game, ()| games.game(game, made));
            let Some(((), taken)) = read else {
                if let Some(noise) = records.noise() {
                    games.noise(noise, &mut out.made);
                }
                break records.rest();
            };
            match taken {
                Taken::Made(()) => {}
                Taken::PassedOver => out.passed_over += 1,
                Taken::Panicked => {
                    games.panicked(&mut out.made);
                    out.panicked.get_or_insert(out.games);
                }
            }
            out.games += 1;
            if !share.hold(games.kept(&out.made)) && records.end() < slice.bytes.len() {
                break Rest::Games(records.end());
            }
        };
        games.end(slice, rest, &mut out.made);
        (out, rest)
    }
}

/// An event while the games of a text are read.
#[derive(Debug)]
pub enum GameEvent<'a> {
    Game(&'a Game<'a>),
    /// The last game ended in an internal error.
    Panicked,
    /// Noise after the last game.
    Noise(Noise),
}

/// Passes the games of a whole text to `take`; the format is detected from the content.
pub fn each(text: Vec<u8>, take: impl FnMut(GameEvent<'_>)) {
    let (format, undeclared) = (formats::sniff(&text), Undeclared::of_text(&text));
    let slice = Slice { format, bytes: text, last: true, undeclared, ..Slice::default() };
    GameWorker::new(Each(take), ReadingHints::default(), None).work(&slice, &Share::unbounded());
}

struct Each<F>(F);

impl<F: FnMut(GameEvent<'_>)> Games for Each<F> {
    type Out = ();

    fn game(&mut self, game: &Game<'_>, (): &mut ()) {
        (self.0)(GameEvent::Game(game));
    }

    fn panicked(&mut self, (): &mut ()) {
        (self.0)(GameEvent::Panicked);
    }

    fn noise(&mut self, noise: Noise, (): &mut ()) {
        (self.0)(GameEvent::Noise(noise));
    }
}

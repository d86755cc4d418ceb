// The connection to the server: one WebSocket per seat, which reconnects by itself with growing delays.
// Refuses to do: keeping what wasn't sent. Anything said while the connection is down fails at once and visibly.

/** Delays between tries, in milliseconds; the last one repeats. */
const PAUSES_MS = [300, 700, 1500, 3000, 5000, 10_000];
/** A connection that gets nothing for this long after a ping counts as dead. */
const PING_EVERY_MS = 20_000;
const ANSWER_WITHIN_MS = 10_000;

/** Opens the connection for a seat (null: nobody yet). `onEvent(event)` gets the frames, `onLink(link)` its state. */
export function openLine(seatId, { onEvent, onLink }) {
  let socket = null;
  let tries = 0;
  let timer = null;
  let pinger = null;
  let heardMs = 0;
  let closed = false;

  function connect() {
    clearTimeout(timer);
    onLink('connecting');
    const query = seatId ? `?seat=${encodeURIComponent(seatId)}&says=channel` : '';
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/table/socket${query}`);
    socket.addEventListener('message', heard);
    socket.addEventListener('close', lost);
  }

  function heard({ data }) {
    if (closed) return;
    heardMs = Date.now();
    let event;
    try {
      event = JSON.parse(data);
    } catch {
      return;
    }
    if (event.t === 'HELLO') {
      tries = 0;
      clearInterval(pinger);
      pinger = setInterval(ping, PING_EVERY_MS);
    }
    if (event.t !== 'PONG') onEvent(event);
  }

  function ping() {
    const askedMs = Date.now();
    const asked = socket;
    send('ping', {});
    setTimeout(() => {
      if (!closed && asked === socket && heardMs < askedMs) socket.close();
    }, ANSWER_WITHIN_MS);
  }

  function lost() {
    clearInterval(pinger);
    if (closed) return;
    const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)];
    tries += 1;
    onLink('waiting');
    timer = setTimeout(connect, pauseMs);
  }

  /** Sends one frame and returns its nonce; null if the connection is down. */
  function send(op, body) {
    if (socket?.readyState !== WebSocket.OPEN) return null;
    const nonce = freshNonce();
    socket.send(JSON.stringify({ op, nonce, ...body }));
    return nonce;
  }

  function close() {
    closed = true;
    clearTimeout(timer);
    clearInterval(pinger);
    socket?.close();
  }

  /** Tries at once instead of waiting for the delay to pass. */
  function retryNow() {
    if (socket?.readyState === WebSocket.CLOSED) connect();
  }

  connect();
  return { send, close, retryNow };
}

let counted = 0;
const TAB = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/** A word that no other frame of any tab has; Discord allows 25 characters. */
function freshNonce() {
  counted += 1;
  return `${TAB}-${counted}`;
}

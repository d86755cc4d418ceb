// Times in Discord's style: `<t:seconds:style>` timestamps, the time beside a message, and the tick that keeps
// countdowns correct. The server's clock counts, not the browser's: HELLO sets it with `setServerNow`.
// Refuses to do: deadlines. The umpire decides whether a clock has run out.

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;
/** Up to here a relative time counts in seconds: each one matters at the end of a prompt. */
const SECONDS_UP_TO_S = 100;
const TICK_MS = 250;

let serverAheadMs = 0;

/** Notes how far the server's clock is ahead of the browser's. */
export function setServerNow(nowMs) {
  if (Number.isFinite(nowMs)) serverAheadMs = nowMs - Date.now();
}

/** The server's time now, in milliseconds since the epoch. */
export function nowMs() {
  return Date.now() + serverAheadMs;
}

/** "in 23 seconds", "2 minutes ago". A future time is rounded up, so that "in 1 second" never means "too late". */
export function relativeTime(unixS, atMs = nowMs()) {
  const untilS = unixS - atMs / 1000;
  const distanceS = untilS > 0 ? Math.ceil(untilS) : Math.floor(-untilS);
  if (distanceS === 0) return 'now';
  const steps = [
    [365 * DAY_S, 'year'],
    [30 * DAY_S, 'month'],
    [DAY_S, 'day'],
    [HOUR_S, 'hour'],
    [MINUTE_S, 'minute'],
  ];
  let [count, unit] = [distanceS, 'second'];
  if (distanceS > SECONDS_UP_TO_S) {
    // 3,599 seconds are an hour, not 60 minutes.
    const [sizeS, name] = steps.find(([size], at) => at + 1 === steps.length || distanceS >= size - steps[at + 1][0] / 2);
    [count, unit] = [Math.round(distanceS / sizeS), name];
  }
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return untilS > 0 ? `in ${words}` : `${words} ago`;
}

/** What each style letter of a timestamp shows, as options of `Intl.DateTimeFormat`. */
const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

/** A timestamp's text in one of Discord's styles (R is relative, f is the default). */
export function stampText(unixS, style = 'f', atMs = nowMs(), zone = {}) {
  if (style === 'R') return relativeTime(unixS, atMs);
  const date = new Date(unixS * 1000);
  if (Number.isNaN(date.getTime())) return String(unixS);
  return new Intl.DateTimeFormat(zone.locale, { timeZone: zone.timeZone, ...(STYLES[style] ?? STYLES.f) }).format(date);
}

/** The time beside a message: "12:04" today, with the date on other days. */
export function clockText(date, atMs = nowMs()) {
  const sameDay = date.toDateString() === new Date(atMs).toDateString();
  return stampText(date.getTime() / 1000, sameDay ? 't' : 's', atMs);
}

/** Rewrites every relative timestamp in the page four times a second; only touches the page where a text changed. */
export function startTicking(root = document) {
  setInterval(() => {
    const atMs = nowMs();
    for (const stamp of root.querySelectorAll('time[data-relative]')) {
      const text = relativeTime(Number(stamp.dataset.relative), atMs);
      if (stamp.textContent !== text) stamp.textContent = text;
      stamp.classList.toggle('soon', isSoon(Number(stamp.dataset.relative), atMs));
    }
  }, TICK_MS);
}

/** True in the last ten seconds before a time. */
export function isSoon(unixS, atMs = nowMs()) {
  const untilS = unixS - atMs / 1000;
  return untilS > 0 && untilS <= 10;
}

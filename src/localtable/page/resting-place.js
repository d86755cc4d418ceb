// Where the messages stand once something new is there: at their end, unless what's new is taller than what's visible.
// Refuses to do: measuring and scrolling (messages.js).

/** Being this close to the end counts as being at the end. */
const NEAR_END_PX = 80;

/** True if so little is below what's visible that the reader is at the end. */
export function isNearEnd({ contentPx, viewPx, scrolledPx }) {
  return contentPx - scrolledPx - viewPx < NEAR_END_PX;
}

/** How far to scroll, in pixels, to show a message: to the end, or to its top if it's taller than what's visible. */
export function restingPlace({ contentPx, viewPx, message }) {
  const endPx = Math.max(0, contentPx - viewPx);
  return message && message.heightPx > viewPx ? Math.min(message.topPx, endPx) : endPx;
}

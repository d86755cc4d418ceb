// How the fight stood, moment by moment. The file has each moment as what differs from the one before, in numbers of parts.

const LISTS = ['map', 'tracker', 'places'];

/** The moments, each whole. */
export function wholeMoments(moments) {
  let now = { round: 0, whose: '', map: [], tracker: [], places: [] };
  return moments.map((moment) => {
    const lists = LISTS.map((list) => [list, changed(now[list], moment[list] ?? [])]);
    now = { ...now, ...moment, ...Object.fromEntries(lists) };
    return now;
  });
}

/** A list after changes, one after the other: at which place, how many go, and what comes in their stead. */
export function changed(list, changes) {
  const now = [...list];
  for (const [at, gone, ...come] of changes) now.splice(at, gone, ...come);
  return now;
}

/** The sides of a whole moment with their members: in the tracker, a side stands before them. */
export function sidesOf({ tracker }, parts) {
  const sides = [];
  for (const line of tracker.map((at) => parts.tracker[at])) {
    if (line.side === undefined) sides.at(-1).members.push(line);
    else sides.push({ name: line.side, note: line.note, members: [] });
  }
  return sides;
}

/** Where on a map somebody acts, in shares of its width and height; its middle if nobody does. The ring of the turn has a colour of its own. */
export function actingOn(svg) {
  const [, wide, high] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/) ?? [];
  const [, x, y] = svg.match(/<circle cx="([\d.]+)" cy="([\d.]+)"[^>]*stroke="#ffe14d"/) ?? [];
  return x === undefined || wide === undefined ? [0.5, 0.5] : [x / wide, y / high];
}

/** A map in the colours of a light page: in the file they're those of a dark one. */
export function inLight(svg, colours) {
  return svg.replace(/"(#[0-9a-f]{6})"/g, (whole, colour) => `"${colours[colour] ?? colour}"`);
}

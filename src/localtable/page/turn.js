// Whose turn the tracker names, as far as its words say: whoever plays somebody stands in brackets behind the name.
// Refuses to do: any guess. If the words don't say that it's somebody else's, it may be this seat's.

/** A line that says whose turn it is, and one that lists who may act. */
const TURN = /’s turn(?: \(.*\))?\.?(?: |$)/;
const MAY_ACT = /^(?:May act(?: now, hidden)?|Last chance to act this round, hidden): (.*?)\.?$/;

/** True for a line that lists who may act. */
export const saysWhoMayAct = (line) => MAY_ACT.test(line);

/** So many are named with who plays them. */
const NAMED_MAX = 4;

/**
 * True unless a tracker's words say that it's somebody else's turn. `me` is the id of this seat, which is asked for people's turns if it's a
 * player's, and for everybody else's too if it's the GM's.
 */
export function mayAct(content, { me, isGm }) {
  const lines = (content ?? '').split('\n');
  const named = lines.flatMap((line) => {
    const list = MAY_ACT.exec(line)?.[1];
    if (list !== undefined) return list.split(/, (?:and )?| and /);
    return TURN.test(line) ? [line] : [];
  });
  if (!named.length) return !lines.some((line) => line.startsWith('Waiting for '));
  // Of many it doesn't say who plays them.
  if (named.length > NAMED_MAX || named.some((name) => /^\d/.test(name))) return true;
  const isMine = (name) => name.includes(`<@${me}>`);
  const isUnsaid = (name) => !/\((?:<@\d+>|Umpire)\)/.test(name);
  return named.some((name) => isMine(name) || (isGm && isUnsaid(name)));
}

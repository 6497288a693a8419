import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useIsPhone } from '#ui/theme/windowWidth.ts';
import { heightOf, type Screenful, screenfuls } from './screenfuls.ts';

/** How long a screenful is read. */
const TURN_MS = 20_000;

interface Turns {
  /** How many screenfuls there are; 1 where all fits. */
  pages: number;
  /** The one that is shown, from 0. */
  page: number;
  /** Of the sheet with all blocks, which stay where they are laid out. */
  sheet: CSSProperties;
  /** Whether the block at this place is on the screen. */
  shows: (block: number) => boolean;
}

/**
 * Turns the screenfuls of blocks that are higher than their place, because nobody scrolls a screen on a wall. On a phone somebody
 * does. A single block that is higher than the place is drawn smaller.
 */
export function useTurns(place: RefObject<HTMLElement | null>, blocks: readonly unknown[]): Turns {
  const [{ room, all }, setSeen] = useState<Seen>({ room: 0, all: [] });
  const [turned, setTurned] = useState(0);
  const isPhone = useIsPhone();
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || isPhone || blocks.length === 0) return;
    const look = () => setSeen((before) => unlessSame(before, seenIn(element)));
    look();
    const sizes = new ResizeObserver(look);
    for (const each of [element, ...cellsOf(element)]) sizes.observe(each);
    return () => sizes.disconnect();
  }, [place, isPhone, blocks]);
  const pages = isPhone ? 1 : Math.max(1, all.length);
  useEffect(() => {
    if (pages < 2) return;
    const timer = setInterval(() => setTurned((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [pages]);
  const page = turned % pages;
  const shown = isPhone ? undefined : all[page];
  return {
    pages,
    page,
    sheet: shown ? placed(shown, room) : {},
    shows: (block) => !shown || (block >= shown.from && block < shown.to),
  };
}

interface Seen {
  /** Height of the place, in pixels of the blocks. */
  room: number;
  all: readonly Screenful[];
}

const cellsOf = (place: HTMLElement) => [...place.querySelectorAll<HTMLElement>('[data-in-order] > *')];

/** Read from where blocks are laid out, which a turn does not change. */
function seenIn(place: HTMLElement): Seen {
  const cells = cellsOf(place);
  const start = cells[0]?.offsetTop ?? 0;
  const room = place.clientHeight;
  const reaches = cells.map(({ offsetTop, offsetHeight }) => ({
    top: offsetTop - start,
    bottom: offsetTop - start + offsetHeight,
  }));
  return { room, all: screenfuls(reaches, room) };
}

const unlessSame = (before: Seen, now: Seen): Seen =>
  JSON.stringify(before) === JSON.stringify(now) ? before : now;

function placed(shown: Screenful, room: number): CSSProperties {
  const scale = room > 0 ? Math.min(1, room / heightOf(shown)) : 1;
  if (scale === 1 && shown.top === 0) return {};
  return { transformOrigin: 'top', transform: `scale(${scale}) translateY(${-shown.top}px)` };
}

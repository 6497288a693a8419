import { type PointerEvent, type RefObject, useState } from 'react';
import type { GraphPoint } from './graphLayout.ts';
import type { FlowActions } from './useFlowActions.ts';

/** A way drawn with the pointer from the grip of a step: to another step, or to an empty place for a new one. */
export function useLinkDrag(svg: RefObject<SVGSVGElement | null>, actions: FlowActions) {
  const [line, setLine] = useState<{ from: GraphPoint; to: GraphPoint } | null>(null);
  const pointAt = ({ clientX, clientY }: PointerEvent): GraphPoint => {
    const matrix = svg.current?.getScreenCTM?.()?.inverse();
    return matrix
      ? { x: matrix.a * clientX + matrix.e, y: matrix.d * clientY + matrix.f }
      : { x: clientX, y: clientY };
  };
  return {
    line,
    grip: (key: string, from: GraphPoint) => ({
      onPointerDown: (event: PointerEvent) => {
        event.preventDefault();
        event.stopPropagation();
        (event.target as Element).setPointerCapture?.(event.pointerId);
        actions.startLink(key);
        setLine({ from, to: from });
      },
      onPointerMove: (event: PointerEvent) =>
        setLine((before) => before && { ...before, to: pointAt(event) }),
      onPointerUp: (event: PointerEvent) => {
        const moved = line && Math.hypot(line.to.x - line.from.x, line.to.y - line.from.y) > DRAGGED;
        setLine(null);
        // A click on the grip leaves the choice of the end to the next click.
        if (!moved) return;
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const step = under?.closest('[data-step]')?.getAttribute('data-step') ?? null;
        if (step !== null || (under && svg.current?.contains(under))) actions.link(step);
        else actions.endLink();
      },
      onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
    }),
  };
}

/** Pixels of the picture from which a press counts as drawing. */
const DRAGGED = 12;

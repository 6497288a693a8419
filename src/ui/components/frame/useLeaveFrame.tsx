import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useStableCallback } from '../useStableCallback.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { typedWords } from './typedWords.ts';
import { type LeaveFrame, LeaveFrameContext } from './unsaved.ts';

interface LeaveFrameState {
  /** Runs it at once, or after the question where something typed would be lost. */
  leave: (go: () => void) => void;
  /** Wraps what the frame holds. */
  frame: (children: ReactNode) => ReactNode;
  /** For the element around the fields. */
  watch: ReturnType<typeof typedWords>['watch'];
}

/**
 * The one rule of dialogs and panels: what was typed and is not kept asks before it goes, whatever the way. A form
 * says of itself whether it holds something (`useUnsaved`); one that says nothing is judged by its fields.
 */
export function useLeaveFrame(): LeaveFrameState {
  const around = useContext(LeaveFrameContext);
  const forms = useRef(new Map<symbol, boolean>());
  const [words] = useState(typedWords);
  const [going, setGoing] = useState<(() => void) | null>(null);
  const context = useMemo<LeaveFrame>(
    () => ({
      tell(form, wouldLose) {
        if (wouldLose === null) forms.current.delete(form);
        else forms.current.set(form, wouldLose);
        around?.tell(form, wouldLose);
      },
    }),
    [around],
  );
  useEffect(() => () => words.forget(), [words]);
  const wouldLose = () => {
    const told = [...forms.current.values()];
    return words.refused() || (told.length > 0 ? told.includes(true) : words.changed());
  };
  const leave = useStableCallback((go: () => void) => {
    if (wouldLose()) setGoing(() => go);
    else go();
  });
  const frame = (children: ReactNode) => (
    <LeaveFrameContext value={context}>
      {children}
      {going && (
        <LeaveQuestion
          onStay={() => setGoing(null)}
          onGo={() => {
            setGoing(null);
            words.forget();
            going();
          }}
        />
      )}
    </LeaveFrameContext>
  );
  return { leave, frame, watch: words.watch };
}

import { useEffect, useRef } from 'react';

interface TickBoxProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onTick: (checked: boolean, withShift: boolean) => void;
}

/** A native, named checkbox: MUI's costs about thirty times as much, once for each row. */
export const TickBox = ({ label, checked, mixed = false, onTick }: TickBoxProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onTick(event.target.checked, hasShift(event.nativeEvent))}
    />
  );
};

/** React hands a checkbox's click on as its change, so the pressed keys are there. */
const hasShift = (event: Event) => event instanceof MouseEvent && event.shiftKey;

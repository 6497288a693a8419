import { styled } from '@mui/material/styles';
import { Fragment } from 'react';

/** A shortcut's keys as labelled on the keyboard: `g t` reads G, then T. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Row>
      {keys.split(' ').map((combo, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice; the order never changes
        <Fragment key={at}>
          {at > 0 && <span>depois</span>}
          {combo.split('+').map((key) => (
            <kbd key={key}>{NAMES[key] ?? key.toUpperCase()}</kbd>
          ))}
        </Fragment>
      ))}
    </Row>
  );
}

const NAMES: Record<string, string> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  space: 'Espaço',
  enter: 'Enter',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
};

const Row = styled('span')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    whiteSpace: 'nowrap',
    fontSize: '0.75rem',
    color: components.textoSecundario,
    '& kbd': {
      minWidth: 20,
      padding: '0 4px',
      border: `1px solid ${components.linhaForte}`,
      borderRadius: 4,
      backgroundColor: components.realce,
      fontFamily: 'inherit',
      fontSize: '0.6875rem',
      lineHeight: '18px',
      fontWeight: 500,
      textAlign: 'center',
    },
  };
});

import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { MoveMenu, type MoveMenuItem } from './MoveMenu.tsx';
import { mainMove, sideWays, waitsFor } from './mainMove.ts';
import type { OpenMove } from './useMoveSession.ts';
import { wayKey } from './ways.ts';

interface NextStepProps {
  ticket: Ticket;
  consumer: boolean;
  onMove: (move: OpenMove) => void;
}

/** One main button for the next step, the ways beside it in its menu; without the right to it, who has it. */
export function NextStep({ ticket, consumer, onMove }: NextStepProps) {
  const reasonId = useId();
  const main = mainMove(ticket);
  const others = otherMoves(ticket, onMove);
  const waits = waitsFor(ticket, consumer);
  if (!main && ticket.acoes.reabrir)
    return (
      <Button variant="outlined" fullWidth onClick={() => onMove({ kind: 'reabrir' })}>
        Reabrir
      </Button>
    );
  if (!main) return waits && <Quiet>{waits}</Quiet>;
  return (
    <>
      <ButtonGroup variant="contained" fullWidth aria-label="Próxima etapa">
        <Button
          disabled={main.blocked !== null}
          aria-describedby={main.blocked ? reasonId : undefined}
          onClick={() => onMove({ kind: 'avancar' })}
          sx={{ lineHeight: 1.3 }}
        >
          {main.label}
        </Button>
        {others.length > 0 && <OtherWays items={others} />}
      </ButtonGroup>
      {main.blocked && <Quiet id={reasonId}>{main.blocked}</Quiet>}
    </>
  );
}

function OtherWays({ items }: { items: readonly MoveMenuItem[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        aria-label="Outros caminhos"
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: 36, minWidth: 36, flex: 'none', px: 0 }}
      >
        <ArrowDropDown />
      </Button>
      <MoveMenu label="Outros caminhos" anchor={anchor} items={items} onClose={() => setAnchor(null)} />
    </>
  );
}

function otherMoves(ticket: Ticket, onMove: NextStepProps['onMove']): MoveMenuItem[] {
  const ways = sideWays(ticket).map((way) => ({
    key: wayKey(way),
    label: way.rotulo,
    second: `Para ${way.descricao}`,
    onChoose: () => onMove({ kind: 'avancar', way: wayKey(way) }),
  }));
  const back = { key: 'retroceder', label: 'Voltar etapa', onChoose: () => onMove({ kind: 'retroceder' }) };
  return ticket.acoes.retroceder ? [...ways, back] : ways;
}

const Quiet = ({ id, children }: { id?: string; children: string }) => (
  <Typography id={id} variant="body2" sx={{ mt: 2, color: (t) => t.vars.palette.components.textoSecundario }}>
    {children}
  </Typography>
);

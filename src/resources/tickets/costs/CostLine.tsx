import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { costKind } from '../../../../contract/catalogs/costKind.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import type { TicketCost } from '../../../../contract/sac/ticketCosts.ts';
import { Money } from '../../../ui/components/display/Money.tsx';
import { RelativeDate } from '../../../ui/components/display/RelativeDate.tsx';
import { Hint } from '../../../ui/components/Hint.tsx';

interface CostLineProps {
  cost: TicketCost;
  readOnly: boolean;
  onEmail: () => void;
  onRemove: () => void;
}

/** One cost: what for, how much, who pays, and whether they were asked. */
export function CostLine({ cost, readOnly, onEmail, onRemove }: CostLineProps) {
  const { tipo, descricao, valor, responsavel, datahora_email } = cost;
  const label = rowOf(costKind, tipo).label;
  const name = `${label}, ${formatMoney(valor, 2)}`;
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 2, pb: 3 }}
    >
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {label}
        {descricao && `: ${descricao}`}
      </Typography>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        <Money value={valor} decimals={2} />
      </Typography>
      <Typography
        variant="caption"
        sx={{ alignSelf: 'center', color: (t) => t.vars.palette.components.textoSecundario }}
      >
        {responsavel.tipo === 'EMPRESA' ? 'A empresa paga' : `${responsavel.nome} paga`}
        {datahora_email && (
          <>
            {' · cobrado '}
            <RelativeDate value={datahora_email} />
          </>
        )}
      </Typography>
      {!readOnly && (
        <span style={{ whiteSpace: 'nowrap', textAlign: 'right' }}>
          {responsavel.tipo !== 'EMPRESA' && (
            <Hint text="Cobrar por e-mail">
              <IconButton size="small" aria-label={`Cobrar por e-mail: ${name}`} onClick={onEmail}>
                <MailOutlined fontSize="small" />
              </IconButton>
            </Hint>
          )}
          <Hint text="Remover">
            <IconButton size="small" aria-label={`Remover ${name}`} onClick={onRemove}>
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Hint>
        </span>
      )}
    </Box>
  );
}

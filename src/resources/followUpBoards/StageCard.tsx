import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { STAGE_COLORS } from '../../../contract/callcenter/followUpBoards.ts';
import { stageRuleText } from '../../../contract/rules/followUp/stageRule.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { Tag } from '../../ui/components/display/Tag.ts';
import { Hint } from '../../ui/components/Hint.tsx';
import type { WrittenStage } from './boardWritten.ts';
import { RuleFields } from './RuleFields.tsx';

interface StageCardProps {
  stage: WrittenStage;
  place: number;
  count: number;
  errorOf: (key: string) => string | undefined;
  onChange: (stage: WrittenStage) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A column of the board: its name, its colour, and who enters. */
export function StageCard({ stage, place, count, errorOf, onChange, onMove, onRemove }: StageCardProps) {
  const name = stage.nome || `Etapa ${place + 1}`;
  const at = (key: string) => errorOf(`etapas.${place}.${key}`);
  return (
    <Section
      title={`${place + 1}. ${name}`}
      description={place === 0 ? 'O cliente fica na primeira etapa em que se encaixa.' : undefined}
      actions={
        <Box sx={{ display: 'flex' }}>
          <Act label={`Mover ${name} para antes`} disabled={place === 0} onClick={() => onMove(-1)}>
            <ArrowUpwardOutlined fontSize="small" />
          </Act>
          <Act label={`Mover ${name} para depois`} disabled={place === count - 1} onClick={() => onMove(1)}>
            <ArrowDownwardOutlined fontSize="small" />
          </Act>
          <Act label={`Remover ${name}`} disabled={count === 1} onClick={onRemove}>
            <DeleteOutlined fontSize="small" />
          </Act>
        </Box>
      }
    >
      <Stack spacing={3}>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '2fr 1fr' } }}>
          <TextField
            label="Nome da etapa"
            required
            value={stage.nome}
            onChange={(event) => onChange({ ...stage, nome: event.target.value })}
            error={Boolean(at('nome'))}
            helperText={at('nome')}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <TextField
            select
            label="Cor"
            value={stage.cor}
            onChange={(event) => onChange({ ...stage, cor: event.target.value })}
            error={Boolean(at('cor'))}
            helperText={at('cor')}
          >
            {STAGE_COLORS.map((color) => (
              <MenuItem key={color} value={color}>
                <Tag tone={color}>{COLOR_NAMES[color]}</Tag>
              </MenuItem>
            ))}
          </TextField>
        </Box>
        <RuleFields rule={stage.regra} onChange={(regra) => onChange({ ...stage, regra })} />
        <Typography variant="body2" color={at('regra') ? 'error' : 'text.secondary'} aria-live="polite">
          {at('regra') ?? `Entram: ${stageRuleText(stage.regra)}.`}
        </Typography>
      </Stack>
    </Section>
  );
}

interface ActProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

const Act = ({ label, disabled, onClick, children }: ActProps) => (
  <Hint text={label}>
    <span>
      <IconButton aria-label={label} size="small" disabled={disabled} onClick={onClick}>
        {children}
      </IconButton>
    </span>
  </Hint>
);

const COLOR_NAMES: Record<(typeof STAGE_COLORS)[number], string> = {
  informacao: 'Azul',
  sucesso: 'Verde',
  aviso: 'Amarelo',
  perigo: 'Vermelho',
  secundaria: 'Cinza',
};

import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import type { ReportParameter } from '../../../../contract/rules/reports/report.ts';

interface NewParameterProps {
  taken: readonly string[];
  onAdd: (parameter: ReportParameter) => void;
}

/** Asks what a new filter is called; its name in the query follows from it, and does not change later. */
export function NewParameter({ taken, onAdd }: NewParameterProps) {
  const [label, setLabel] = useState<string | null>(null);
  const name = nameFrom(label ?? '');
  const problem = taken.includes(name) ? 'Já há um filtro com este nome.' : '';
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!name || problem) return;
    onAdd({ parametro: name, label: (label ?? '').trim(), tipo: 'TEXT', obrigatorio: false, opcoes: [] });
    setLabel(null);
  };
  if (label === null)
    return (
      <Button size="small" startIcon={<AddOutlined />} onClick={() => setLabel('')}>
        Filtro
      </Button>
    );
  return (
    <form onSubmit={add} style={{ display: 'grid', gap: 8, padding: '4px 0' }}>
      <TextField
        autoFocus
        label="Rótulo do filtro"
        value={label}
        onChange={({ target }) => setLabel(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setLabel(null)}
        error={problem !== ''}
        helperText={problem || (name && `Na consulta: :${name}`)}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <div>
        <Button type="submit" size="small" variant="contained" disabled={!name || problem !== ''}>
          Incluir
        </Button>
        <Button size="small" onClick={() => setLabel(null)}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** 'Data de saída' → 'data_de_saida'. */
const nameFrom = (label: string): string =>
  label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[0-9_]+/, '')
    .slice(0, 40)
    .replace(/_+$/, '');

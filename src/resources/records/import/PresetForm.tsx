import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { RecordImport } from '../../../../contract/records/imports.ts';
import type { ImportFlow } from './useImport.ts';

/** Keeps the columns under a name: the next file with the same titles gets them by itself. */
export function PresetForm({ job, flow }: { job: RecordImport; flow: ImportFlow }) {
  const [name, setName] = useState<string | null>(null);
  if (name === null)
    return (
      <Button onClick={() => setName(job.modelo ?? '')}>
        {job.modelo ? 'Atualizar modelo' : 'Guardar como modelo'}
      </Button>
    );
  return (
    <form
      style={{ display: 'flex', gap: 8, alignItems: 'center' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!name.trim()) return;
        flow.keepPreset(name.trim());
        setName(null);
      }}
    >
      <TextField
        size="small"
        label="Nome do modelo"
        value={name}
        autoFocus
        slotProps={{ htmlInput: { maxLength: 60 } }}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" disabled={!name.trim()}>
        Guardar
      </Button>
    </form>
  );
}

import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { countWords } from './counters.ts';
import { LOG_TAB, type PanelPlace } from './place.ts';
import type { PanelGroups } from './usePanel.ts';

interface TabChoiceProps {
  groups: PanelGroups;
  current: string | undefined;
  counts: Readonly<Record<string, number>>;
  place: PanelPlace;
}

/** The rail of a narrow screen. The activity log, which has no room beside it there, is one more choice. */
export function TabChoice({ groups, current, counts, place }: TabChoiceProps) {
  const known = current === LOG_TAB || groups.some(({ abas }) => abas.some(({ chave }) => chave === current));
  return (
    <TextField
      select
      fullWidth
      label="Aba"
      value={known ? current : ''}
      onChange={(event) => place.go(event.target.value)}
    >
      {groups.flatMap(({ chave: group, titulo, abas }) => [
        <ListSubheader key={`grupo-${group}`}>{titulo}</ListSubheader>,
        ...abas.map(({ chave, titulo: title, contador }) => (
          <MenuItem key={chave} value={chave}>
            {title}
            {contador && counts[chave] ? ` · ${countWords(chave, counts[chave])}` : ''}
          </MenuItem>
        )),
      ])}
      <ListSubheader>Linha do tempo</ListSubheader>
      <MenuItem value={LOG_TAB}>Registro de atividade</MenuItem>
    </TextField>
  );
}

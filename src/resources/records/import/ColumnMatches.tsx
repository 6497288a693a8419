import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { RecordImport } from '../../../../contract/records/imports.ts';

interface ColumnMatchesProps {
  job: RecordImport;
  columns: readonly (string | null)[];
  onChange: (columns: (string | null)[]) => void;
}

/** Each column of the file with its first cells and the field that it fills. A field is offered to one column. */
export function ColumnMatches({ job, columns, onChange }: ColumnMatchesProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {job.titulos.map((title, index) => (
        <Box
          component="li"
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, and titles may repeat
          key={index}
          sx={({ vars: { palette } }) => ({
            display: 'grid',
            gap: 2,
            alignItems: 'center',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr) 260px' },
            pb: 2,
            borderBottom: `1px solid ${palette.components.linha}`,
          })}
        >
          <strong style={{ overflowWrap: 'anywhere' }}>{title}</strong>
          <Box
            component="span"
            sx={{
              color: 'text.secondary',
              fontSize: '0.8125rem',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {job.amostra
              .map((row) => row[index] ?? '')
              .filter(Boolean)
              .slice(0, 3)
              .join(' · ') || 'vazia nas primeiras linhas'}
          </Box>
          <TextField
            select
            size="small"
            label={`Campo da coluna ${title}`}
            value={columns[index] ?? ''}
            onChange={({ target }) =>
              onChange(
                job.titulos.map((_, place) =>
                  place === index ? target.value || null : (columns[place] ?? null),
                ),
              )
            }
          >
            <MenuItem value="">Não importar</MenuItem>
            {job.campos.map(({ caminho, titulo, chave, obrigatorio }) => (
              <MenuItem
                key={caminho}
                value={caminho}
                disabled={columns.some((path, place) => path === caminho && place !== index)}
              >
                {titulo}
                {chave ? ' (chave)' : obrigatorio ? ' *' : ''}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      ))}
    </Box>
  );
}

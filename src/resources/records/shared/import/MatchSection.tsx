import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { field } from '#contract/field.ts';
import { ImportSettings, type RecordImport } from '#contract/records/routes/recordImport.ts';
import { MAX_CONFIRMATION_LENGTH } from '#contract/rules/agendas/contactQuestions.ts';
import { itemOfPath, lineOfPath } from '#contract/rules/imports/matchColumns.ts';
import { Button } from '#ui/components/Button.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import type { ImportFlow } from './importFlow.ts';

interface MatchSectionProps {
  job: RecordImport;
  flow: ImportFlow;
  /** Whether the settings differ from those of the last trial run. */
  edited: boolean;
  /** Whether the lines are contacts, about which a person may be asked. */
  asksContacts: boolean;
  onEdit: () => void;
}

/** The field each column fills, how its cells are read, and the trial run. */
export function MatchSection({ job, flow, edited, asksContacts, onEdit }: MatchSectionProps) {
  const [columns, setColumns] = useState<(string | null)[]>(job.colunas);
  const [settings, setSettings] = useState<ImportSettings>(job.ajustes);
  return (
    <Section
      title="Colunas"
      description={
        job.modelo
          ? `Preenchidas pelo modelo "${job.modelo}".`
          : 'Confira o campo de cada coluna. O que fica sem campo não é importado.'
      }
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {job.duvidas.map((sentence) => (
          <Alert key={sentence} severity="warning">
            {sentence}
          </Alert>
        ))}
        <HeaderRowField job={job} flow={flow} />
        <ColumnMatches
          job={job}
          columns={columns}
          onChange={(chosen) => {
            setColumns(chosen);
            onEdit();
          }}
        />
        {columns.some((path) => path !== null && itemOfPath(path) !== null) && (
          <Alert severity="info">
            {settings.limparVazias
              ? 'Colunas de itens, como "Telefone 2", trazem a lista inteira: saem do registro os itens que a linha não tem. Com todas vazias, a lista fica vazia.'
              : 'Colunas de itens, como "Telefone 2", mudam só o item de cada uma, que é achado pelo que o identifica ou, sem isso, pelo lugar na lista. Os outros itens ficam como estão.'}
          </Alert>
        )}
        {columns.some((path) => lineOfPath(path ?? '') !== null) && (
          <Alert severity="info">
            Cada linha é um item: linhas vizinhas com a mesma chave, ou sem chave, são um registro só, cuja
            lista passa a ser a do arquivo.
          </Alert>
        )}
        {asksContacts && (
          <TextField
            label="Marcar mesmo assim, porque"
            value={settings.confirmarContatos ?? ''}
            onChange={({ target }) => {
              const { confirmarContatos: _, ...others } = settings;
              setSettings(target.value === '' ? others : { ...others, confirmarContatos: target.value });
              onEdit();
            }}
            helperText="Vale para as linhas com pergunta desta importação: quem pediu para não ser contatado, dia sem atendimento, outro contato no mesmo minuto. Sem motivo, elas ficam de fora."
            fullWidth
            multiline
            slotProps={{ htmlInput: { maxLength: MAX_CONFIRMATION_LENGTH } }}
          />
        )}
        <Settings
          value={settings}
          onChange={(chosen) => {
            setSettings(chosen);
            onEdit();
          }}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <Button
            variant={job.contagens.linhas > 0 ? 'outlined' : 'contained'}
            loading={flow.busy}
            onClick={() => flow.match({ colunas: columns, ajustes: settings })}
          >
            {job.contagens.linhas > 0 ? 'Simular de novo' : 'Simular'}
          </Button>
          {job.contagens.linhas > 0 && !edited && <PresetForm job={job} flow={flow} />}
        </Box>
      </Box>
    </Section>
  );
}

function HeaderRowField({ job, flow }: { job: RecordImport; flow: ImportFlow }) {
  const [line, setLine] = useState(String(job.linhaTitulo));
  const wanted = /^\d{1,4}$/.test(line) ? Number(line) : null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
      {job.planilhas.length > 1 && (
        <ChoiceField
          size="small"
          label="Planilha"
          value={job.planilha}
          onChange={(planilha) => flow.match({ planilha })}
          sx={{ minWidth: 180 }}
          choices={job.planilhas.map((name, index) => ({ value: index, label: name }))}
        />
      )}
      <TextField
        size="small"
        label="Linha dos títulos"
        value={line}
        error={wanted === null}
        helperText={wanted === null ? 'Um número de linha' : '0: sem títulos'}
        onChange={({ target }) => setLine(target.value)}
        sx={{ width: 140 }}
      />
      {wanted !== null && wanted !== job.linhaTitulo && (
        <Button
          disabled={flow.busy}
          onClick={() => flow.match({ linhaTitulo: wanted, planilha: job.planilha })}
        >
          {wanted === 0 ? 'Ler sem títulos' : `Ler os títulos da linha ${wanted}`}
        </Button>
      )}
    </Box>
  );
}

interface SettingsProps {
  value: ImportSettings;
  onChange: (value: ImportSettings) => void;
}

const Settings = ({ value, onChange }: SettingsProps) => {
  const tick = (
    key: 'completarZeros' | 'datasSeriais' | 'vaziosEscritos' | 'limparVazias',
    label: string,
  ) => (
    <FormControlLabel
      label={label}
      control={
        <Checkbox
          checked={value[key] ?? false}
          onChange={({ target }) => onChange({ ...value, [key]: target.checked })}
        />
      }
    />
  );
  return (
    <Box role="group" aria-label="Como ler as células" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
      <ChoiceField
        size="small"
        label="Sinal decimal"
        value={value.decimal}
        onChange={(decimal) => onChange({ ...value, decimal })}
        sx={{ minWidth: 180 }}
        choices={[
          { value: 'VIRGULA', label: 'Vírgula: 1.234,56' },
          { value: 'PONTO', label: 'Ponto: 1,234.56' },
        ]}
      />
      <ChoiceField
        size="small"
        label={field(ImportSettings, 'celulaDiferente').label}
        value={value.celulaDiferente ?? null}
        onChange={(chosen) => {
          const { celulaDiferente: _, ...others } = value;
          onChange(chosen === null ? others : { ...others, celulaDiferente: chosen });
        }}
        sx={{ minWidth: 260 }}
        choices={[
          { value: 'VALOR', label: 'Usar o valor que ela guarda' },
          { value: 'VISTO', label: 'Usar o que ela mostra' },
        ]}
        none="Recusar a linha"
      />
      {tick('completarZeros', 'Completar zeros à esquerda')}
      {tick('datasSeriais', 'Ler datas numéricas')}
      {tick('vaziosEscritos', 'Ler "-", "N/A" e "NULL" como vazio')}
      {tick('limparVazias', 'Célula vazia limpa o campo')}
    </Box>
  );
};

/** Saves the column mapping under a name; it is applied automatically to the next file with the same titles. */
function PresetForm({ job, flow }: { job: RecordImport; flow: ImportFlow }) {
  const [name, setName] = useState<string | null>(null);
  if (name === null)
    return (
      <Button onClick={() => setName(job.modelo ?? '')}>
        {job.modelo ? 'Atualizar modelo' : 'Salvar como modelo'}
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
        Salvar
      </Button>
    </form>
  );
}

interface ColumnMatchesProps {
  job: RecordImport;
  columns: readonly (string | null)[];
  onChange: (columns: (string | null)[]) => void;
}

/**
 * Each column of the file, with its first cells and the field it fills. A field is filled by one column only: choosing it for
 * another column moves it there.
 */
function ColumnMatches({ job, columns, onChange }: ColumnMatchesProps) {
  const takenBy = (path: string, index: number) => {
    const other = columns.findIndex((each, place) => each === path && place !== index);
    return other < 0 ? '' : `, hoje na coluna ${job.titulos[other]}`;
  };
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {job.titulos.map((title, index) => (
        <Box
          component="li"
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by position, since titles may repeat
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
          <ChoiceField
            size="small"
            label={`Campo da coluna ${title}`}
            value={columns[index] ?? null}
            onChange={(path) =>
              onChange(
                job.titulos.map((_, place) =>
                  place === index ? path : columns[place] === path ? null : (columns[place] ?? null),
                ),
              )
            }
            choices={job.campos.map(({ caminho, titulo, chave, obrigatorio }) => ({
              value: caminho,
              label: `${titulo}${chave ? ' (chave)' : obrigatorio ? ' *' : ''}${takenBy(caminho, index)}`,
            }))}
            none="Não importar"
          />
        </Box>
      ))}
    </Box>
  );
}

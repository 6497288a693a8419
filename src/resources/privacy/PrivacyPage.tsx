import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Erasure, HolderRecord, privacyRoutes } from '#contract/config/people/privacy.ts';
import { field } from '#contract/field.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { exactly } from '#ui/lists/shown.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';

/** `/titulares`: finds people whose data the console holds, and lists earlier erasures. */
export function PrivacyPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_PRIVACIDADE">
      <Page title={{ menu: 'Titulares de dados' }} width="form">
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <HolderSearch />
          <Erasures />
        </Box>
      </Page>
    </RequirePermission>
  );
}

const MIN_TERM_LENGTH = 3;
/** The server returns at most this many of each kind. */
const MAX_SHOWN = 30;

/** The search term is kept out of the address, because a CPF does not belong in a browser's history. */
function HolderSearch() {
  const [text, setText] = useState('');
  const [termo, setTerm] = useState('');
  const found = useRoute(
    privacyRoutes.search,
    { query: { termo } },
    { enabled: termo.length >= MIN_TERM_LENGTH },
  );
  return (
    <Section
      title="Procurar uma pessoa"
      description="Quem pede para saber o que a empresa guarda, ou para ser esquecido: consumidores, clientes com CPF e contatos de clientes."
    >
      <Box
        component="form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setTerm(text.trim());
        }}
        sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'flex-end' }}
      >
        <TextField
          label={field(privacyRoutes.search.query, 'termo').label}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          sx={{ flex: '1 1 260px' }}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        <Button
          type="submit"
          variant="contained"
          startIcon={<SearchOutlined />}
          disabled={text.trim().length < MIN_TERM_LENGTH}
          loading={found.isFetching}
          loadingPosition="start"
          sx={{ height: 40 }}
        >
          Procurar
        </Button>
      </Box>
      <Failure answer={found} />
      {found.data && (
        <Box sx={{ mt: 3 }}>
          <DataTable
            label="Pessoas encontradas"
            columns={FOUND}
            rows={found.data.itens}
            rowId={({ tipo, id }) => `${tipo} ${id}`}
            rowLink={({ tipo, id }) => `/titulares/${tipo.toLowerCase()}/${id}`}
            empty="Ninguém encontrado. Confira o que foi digitado; empresas (CNPJ) não aparecem aqui."
          />
          {found.data.itens.length >= MAX_SHOWN && (
            <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
              De cada tipo aparecem no máximo {MAX_SHOWN}. Para achar outra pessoa, digite o nome inteiro, o
              CPF ou o e-mail.
            </Typography>
          )}
        </Box>
      )}
    </Section>
  );
}

const FOUND: readonly Column<HolderRecord>[] = [
  fieldColumn(HolderRecord, 'nome', { card: 'title' }),
  fieldColumn(HolderRecord, 'documento', { width: 150, card: 'fact', none: 'Sem CPF' }),
  fieldColumn(HolderRecord, 'descricao', { card: 'fact' }),
];

function Erasures() {
  const { data, error, isPending, refetch } = useRoute(privacyRoutes.erasures, {});
  return (
    <Section
      title="Eliminações feitas"
      description="O que a lei ainda guarda sai sozinho no dia indicado. Nada aqui diz de quem eram os dados."
    >
      <DataTable
        label="Últimas eliminações"
        columns={ERASED}
        rows={data?.itens ?? []}
        rowId={({ id }) => id}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty="Nenhuma eliminação até agora."
      />
    </Section>
  );
}

const ERASED: readonly Column<Erasure>[] = [
  fieldColumn(Erasure, 'em', { width: 170, card: 'title', shown: exactly }),
  fieldColumn(Erasure, 'registros', { card: 'fact' }),
  fieldColumn(Erasure, 'motivo', { card: 'fact' }),
  fieldColumn(Erasure, 'por', { width: 160, card: 'fact' }),
  fieldColumn(Erasure, 'ate', { width: 150, card: 'corner', none: 'Nada ficou' }),
];

import AddOutlined from '@mui/icons-material/AddOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import {
  CannedReply,
  type CannedReplyInput,
  cannedReplyRoutes,
  REPLY_VARIABLES,
  unknownVariables,
} from '#contract/config/texts/cannedReplies.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { HtmlField } from '#ui/editing/HtmlField.tsx';
import { RecordForm } from '#ui/editing/RecordForm.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';

/** `/respostas`: frequent answers, ready to be inserted. */
export function CannedReplyList() {
  return (
    <RequirePermission permission="CONFIGURACAO_RESPOSTAS">
      <ListPage<CannedReply>
        resource="respostas"
        title={{ menu: 'Respostas prontas' }}
        noun={['resposta', 'respostas']}
        columns={COLUMNS}
        sort={{ field: 'titulo', order: 'ASC' }}
        search={{ key: 'q', placeholder: 'Título ou texto' }}
        empty={{
          title: 'Nenhuma resposta pronta',
          text: 'Escreva uma vez o que a equipe responde todos os dias.',
        }}
        actions={
          <Button component={Link} to="/respostas/create" variant="contained" startIcon={<AddOutlined />}>
            Criar resposta
          </Button>
        }
      />
    </RequirePermission>
  );
}

const COLUMNS: readonly Column<CannedReply>[] = [
  fieldColumn(CannedReply, 'titulo', { sortable: true, card: 'title' }),
  fieldColumn(CannedReply, 'setor', { width: 220, card: 'fact', none: 'Todos os setores' }),
  fieldColumn(CannedReply, 'atualizado', {
    width: 190,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
  }),
];

/** `/respostas/{id}`: edits a canned reply. */
export const CannedReplyEdit = () => (
  <RecordScreen permission="CONFIGURACAO_RESPOSTAS">{(id) => <Reply id={id} />}</RecordScreen>
);

function Reply({ id }: { id: number }) {
  const answer = useRoute(cannedReplyRoutes.get, { params: { id } });
  return (
    <LoadedPage answer={answer} title={`Resposta ${id}`}>
      {(reply) => (
        <Page title={reply.titulo} width="form">
          <CannedReplyForm key={reply.id} reply={reply} />
        </Page>
      )}
    </LoadedPage>
  );
}

/** `/respostas/create`. */
export function CannedReplyCreate() {
  return (
    <RequirePermission permission="CONFIGURACAO_RESPOSTAS">
      <Page title="Criar resposta pronta" width="form">
        <CannedReplyForm />
      </Page>
    </RequirePermission>
  );
}

const { create } = cannedReplyRoutes;
const Field = fieldsOf(create);

interface Written {
  titulo: string;
  html: string;
  idSetor: number | null;
}

const EMPTY: Written = { titulo: '', html: '', idSetor: null };

/** Writes, edits or deletes a reply. */
function CannedReplyForm({ reply }: { reply?: CannedReply }) {
  const sectors = useRoute(lookupRoutes.sectors, {}).data ?? (reply?.setor ? [reply.setor] : []);
  return (
    <RecordForm<Written, CannedReplyInput, CannedReply>
      draft={draftName('cannedReply', reply?.id)}
      name="esta resposta"
      routes={cannedReplyRoutes}
      record={reply}
      empty={EMPTY}
      written={({ titulo, html, setor }) => ({ titulo, html, idSetor: setor?.id ?? null })}
      labels={{
        idSetor: { label: 'Setor', show: (own) => sectors.find(({ id }) => id === own)?.desc ?? 'Todos' },
      }}
      checks={{ idSetor: (value) => value === null || typeof value === 'number' }}
      bodyOf={(value) => value}
      saveLabel={reply ? 'Salvar resposta' : 'Criar resposta'}
      backTo="/respostas"
      removal={{
        title: 'Excluir esta resposta?',
        text: 'Ela deixa de ser oferecida. As mensagens já enviadas com ela continuam como estão.',
      }}
    >
      {({ value }) => (
        <>
          <Field name="titulo" hint="É por ele que a equipe procura." />
          <Field
            name="idSetor"
            choices={sectors.map(({ id, desc }) => ({ value: id, label: desc }))}
            none="Todos os setores"
            hint="Oferecida a quem é do setor e nos tickets que estão nele."
            sx={{ maxWidth: { sm: 320 } }}
          />
          <HtmlField route={create} name="html" />
          <VariablesHelp html={value.html} />
        </>
      )}
    </RecordForm>
  );
}

/** The variables allowed between braces, and those in the text that do not exist. */
function VariablesHelp({ html }: { html: string }) {
  const unknown = unknownVariables(html);
  return (
    <>
      {unknown.length > 0 && (
        <Alert severity="warning">
          {unknown.length === 1 ? 'Esta variável não existe' : 'Estas variáveis não existem'} e ficam no texto
          como estão: {unknown.join(', ')}.
        </Alert>
      )}
      <Box
        component="section"
        aria-label="Variáveis"
        sx={{ fontSize: 13, color: (t) => t.vars.palette.components.textoSecundario }}
      >
        Variáveis, trocadas pelo dado do ticket quando a resposta é inserida:
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'auto 1fr', sm: 'auto 1fr auto 1fr' },
            columnGap: 3,
            rowGap: 1,
            m: 0,
            mt: 2,
            '& dd': { m: 0 },
          }}
        >
          {REPLY_VARIABLES.flatMap(({ name, label }) => [
            <dt key={name}>
              <code>{`{{${name}}}`}</code>
            </dt>,
            <dd key={`${name} label`}>{label}</dd>,
          ])}
        </Box>
      </Box>
    </>
  );
}

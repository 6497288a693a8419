import Autocomplete from '@mui/material/Autocomplete';
import { campaignRoutes } from '#contract/callcenter/campaigns.ts';
import { type ShowcaseInput, type ShowcaseRecord, showcaseRoutes } from '#contract/callcenter/homeContent.ts';
import { productRoutes } from '#contract/callcenter/products.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { type OpensTarget, SHOWCASE_KINDS } from '#contract/rules/sales/showcase.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { RecordForm } from '#ui/editing/RecordForm.tsx';
import { LoadedPage, UnknownPath, useRecordId } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { hasType } from './BannerForm.tsx';
import { LinkTargetFields, Pair, PlaceFields, PRODUCT_LABELS } from './LinkTargetFields.tsx';

/** The form's state. */
interface WrittenShowcase {
  titulo: string;
  subtitulo: string;
  produtos: ShowcaseInput['produtos'];
  abre: OpensTarget;
  filial: string;
  ordem: string;
  ativo: boolean;
}

const EMPTY: WrittenShowcase = {
  titulo: '',
  subtitulo: '',
  produtos: { tipo: 'MAIS_VENDIDOS' },
  abre: { tipo: 'NADA' },
  filial: '',
  ordem: '1',
  ativo: true,
};

const Field = fieldsOf(showcaseRoutes.create);

function ShowcaseForm({ showcase }: { showcase?: ShowcaseRecord }) {
  return (
    <RecordForm<WrittenShowcase, ShowcaseInput, ShowcaseRecord>
      draft={draftName('showcase', showcase?.id)}
      name="esta vitrine"
      routes={showcaseRoutes}
      record={showcase}
      empty={EMPTY}
      written={writtenOf}
      labels={{ filial: 'Filial' }}
      checks={{ abre: hasType, produtos: hasType }}
      bodyOf={({ filial, ordem, ...rest }) => ({
        ...rest,
        idFil: filial ? Number(filial) : null,
        ordem: Number(ordem) || 0,
      })}
      saveLabel={showcase ? 'Salvar vitrine' : 'Criar vitrine'}
      backTo="/pagina-inicial"
      removal={{
        title: 'Excluir esta vitrine?',
        text: 'Ela some da página inicial. Os produtos ficam como estão.',
      }}
    >
      {({ value, set, setAll, errorOf }) => (
        <>
          <Field name="titulo" />
          <Field name="subtitulo" />
          <ProductsFields
            value={value.produtos}
            onChange={(produtos) => set('produtos', produtos)}
            error={errorOf('produtos.valor')}
          />
          <LinkTargetFields
            value={value.abre}
            onChange={(abre) => set('abre', abre)}
            error={errorOf('abre.valor')}
          />
          <PlaceFields
            value={value}
            onChange={(part) => setAll({ ...value, ...part })}
            errorOf={errorOf}
            activeLabel="Mostrar na página inicial"
          />
        </>
      )}
    </RecordForm>
  );
}

const writtenOf = ({
  titulo,
  subtitulo,
  produtos,
  abre,
  idFil,
  ordem,
  ativo,
}: ShowcaseRecord): WrittenShowcase => ({
  titulo,
  subtitulo,
  produtos,
  abre,
  filial: idFil === null ? '' : String(idFil),
  ordem: String(ordem),
  ativo,
});

type Chosen = ShowcaseInput['produtos'];

interface ProductsFieldsProps {
  value: Chosen;
  onChange: (value: Chosen) => void;
  error: string | undefined;
}

/** The selection of products on the shelf. */
function ProductsFields({ value, onChange, error }: ProductsFieldsProps) {
  const asksWhich = value.tipo === 'MARCA' || value.tipo === 'CLASSE' || value.tipo === 'CAMPANHA';
  return (
    <Pair>
      <ChoiceField
        label="Produtos"
        value={value.tipo}
        onChange={(tipo) => onChange({ tipo })}
        helperText={HINTS[value.tipo]}
        choices={SHOWCASE_KINDS.map((kind) => ({ value: kind, label: PRODUCT_LABELS[kind] }))}
      />
      {asksWhich && <Which value={value} onChange={onChange} error={error} />}
    </Pair>
  );
}

const HINTS: Partial<Record<Chosen['tipo'], string>> = {
  MAIS_VENDIDOS: 'Os que estão em mais pedidos dos últimos 30 dias; contados a cada hora.',
  PROMOCAO: 'Os que têm preço promocional.',
};

/** The brand, class or campaign, from those that exist. */
function Which({ value, onChange, error }: ProductsFieldsProps) {
  const filters = useRoute(productRoutes.filters, {}, { enabled: value.tipo !== 'CAMPANHA' }).data?.data;
  const campaigns = useRoute(campaignRoutes.active, {}, { enabled: value.tipo === 'CAMPANHA' }).data ?? [];
  const names = (value.tipo === 'MARCA' ? filters?.marcas : filters?.classes) ?? [];
  const options =
    value.tipo === 'CAMPANHA'
      ? campaigns.map(({ id, nome }) => ({ id: String(id), nome }))
      : names.map((name) => ({ id: name, nome: name }));
  const chosen = value.valor
    ? (options.find(({ id }) => id === value.valor) ?? { id: value.valor, nome: value.valor })
    : null;
  return (
    <Autocomplete
      options={options}
      value={chosen}
      onChange={(_, next) => onChange({ tipo: value.tipo, ...(next && { valor: next.id }) })}
      getOptionLabel={({ nome }) => nome}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      renderInput={(params) => (
        <TextField
          {...params}
          label={PRODUCT_LABELS[value.tipo]}
          required
          error={Boolean(error)}
          helperText={error}
        />
      )}
    />
  );
}

/** `/pagina-inicial/vitrines/create` and `/pagina-inicial/vitrines/{id}`. */
export function ShowcasePage({ isNew }: { isNew: boolean }) {
  const id = useRecordId();
  if (isNew)
    return (
      <Page title="Criar vitrine" width="form">
        <ShowcaseForm />
      </Page>
    );
  return id === null ? <UnknownPath /> : <Edit id={id} />;
}

function Edit({ id }: { id: number }) {
  const answer = useRoute(showcaseRoutes.get, { params: { id } });
  return (
    <LoadedPage answer={answer} title="Vitrine">
      {(showcase) => (
        <Page title={`Vitrine ${showcase.titulo}`} width="form">
          <ShowcaseForm key={showcase.id} showcase={showcase} />
        </Page>
      )}
    </LoadedPage>
  );
}

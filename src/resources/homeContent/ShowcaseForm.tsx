import TextField from '@mui/material/TextField';
import {
  type ShowcaseInput,
  type ShowcaseRecord,
  showcaseRoutes,
} from '../../../contract/callcenter/homeContent.ts';
import type { OpensTarget } from '../../../contract/rules/opens.ts';
import { RecordForm } from '../../ui/editing/RecordForm.tsx';
import { hasType } from './bannerWritten.ts';
import { OpensFields } from './OpensFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { ProductsFields } from './ProductsFields.tsx';

/** The form as it is typed. */
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

export function ShowcaseForm({ showcase }: { showcase?: ShowcaseRecord }) {
  return (
    <RecordForm<WrittenShowcase, ShowcaseInput, ShowcaseRecord>
      draft="vitrine"
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
          <TextField
            label="Título"
            required
            value={value.titulo}
            onChange={(event) => set('titulo', event.target.value)}
            error={Boolean(errorOf('titulo'))}
            helperText={errorOf('titulo')}
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
          <TextField
            label="Subtítulo"
            value={value.subtitulo}
            onChange={(event) => set('subtitulo', event.target.value)}
            error={Boolean(errorOf('subtitulo'))}
            helperText={errorOf('subtitulo')}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <ProductsFields
            value={value.produtos}
            onChange={(produtos) => set('produtos', produtos)}
            error={errorOf('produtos.valor')}
          />
          <OpensFields
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

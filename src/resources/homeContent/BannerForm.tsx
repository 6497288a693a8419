import TextField from '@mui/material/TextField';
import {
  type BannerInput,
  type BannerRecord,
  bannerRoutes,
} from '../../../contract/callcenter/homeContent.ts';
import { DateField } from '../../ui/components/inputs/DateField.tsx';
import { RecordForm } from '../../ui/editing/RecordForm.tsx';
import { BannerPicture } from './BannerPicture.tsx';
import {
  bannerChecks,
  bannerInput,
  bannerWritten,
  emptyBanner,
  type WrittenBanner,
} from './bannerWritten.ts';
import { OpensFields, Pair } from './OpensFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';

export function BannerForm({ banner }: { banner?: BannerRecord }) {
  return (
    <RecordForm<WrittenBanner, BannerInput, BannerRecord>
      draft="banner"
      name="este banner"
      labels={{ filial: 'Filial' }}
      routes={bannerRoutes}
      record={banner}
      empty={emptyBanner()}
      written={bannerWritten}
      checks={bannerChecks}
      bodyOf={bannerInput}
      saveLabel={banner ? 'Salvar banner' : 'Criar banner'}
      backTo="/pagina-inicial"
      removal={{ title: 'Excluir este banner?', text: 'Ele some da página inicial de todos, com a imagem.' }}
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
            label="Texto"
            multiline
            minRows={2}
            value={value.texto}
            onChange={(event) => set('texto', event.target.value)}
            error={Boolean(errorOf('texto'))}
            helperText={errorOf('texto')}
            slotProps={{ htmlInput: { maxLength: 240 } }}
          />
          <BannerPicture
            stands={value.idImagem}
            sent={value.arquivo}
            onSent={(file) => set('arquivo', file)}
            onRemove={() => set('idImagem', null)}
            error={errorOf('arquivo')}
          />
          <OpensFields
            value={value.abre}
            onChange={(abre) => set('abre', abre)}
            error={errorOf('abre.valor')}
          />
          <Pair>
            <DateField label="Aparece de" value={value.inicio} onChange={(day) => set('inicio', day)} />
            <DateField
              label="Até"
              value={value.fim}
              onChange={(day) => set('fim', day)}
              {...(value.inicio && { min: value.inicio })}
              error={Boolean(errorOf('fim'))}
              helperText={errorOf('fim')}
            />
          </Pair>
          <PlaceFields
            value={value}
            onChange={(part) => setAll({ ...value, ...part })}
            errorOf={errorOf}
            activeLabel="Mostrar no período"
          />
        </>
      )}
    </RecordForm>
  );
}

import {
  type CustomerDimension,
  dimensionRoutes,
  type Segment,
} from '#contract/callcenter/customers/dimensions.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

interface EditInfoDialogProps {
  line: CustomerDimension;
  segments: readonly Segment[];
  onClose: () => void;
  onDone: (text: string) => void;
}

/** 'Informações Adicionais': another option, or a free text in place of the option's. */
export const EditInfoDialog = ({ line, segments, ...act }: EditInfoDialogProps) => (
  <CommandDialog
    route={dimensionRoutes.update}
    params={{ id: line.id }}
    given={{ cliente_id: line.cliente_id }}
    record={{ ...line, hoje: line.descricao }}
    name="esta informação"
    watched={{ hoje: 'Descrição' }}
    only={['dimensao', 'dimensao_id', 'descricao', 'observacao']}
    read={(now) => ({ dimensao: now?.idDimensao, hoje: now?.descricao, descricao: '' })}
    fields={({ dimensao, hoje }) => {
      const { dimensao_id, ...segment } = segmentFields(segments, dimensao, line);
      return {
        ...segment,
        // A free text stands for no option.
        dimensao_id: { ...dimensao_id, required: line.dimensao_id !== null },
        descricao: { hint: `Hoje: ${hoje}` },
      };
    }}
    title="Informações Adicionais"
    confirmLabel="Salvar"
    cancelLabel="Fechar"
    {...act}
  />
);

/** The segment, and the options within the chosen one. That of `line` is offered also when it is no longer in use. */
export function segmentFields(segments: readonly Segment[], chosen: unknown, line?: CustomerDimension) {
  const storedDimension = line?.dimensao_id && line.idDimensao === chosen ? line : undefined;
  const options = segments.find(({ id }) => id === chosen)?.opcoes ?? [];
  const own =
    storedDimension && !options.some(({ id }) => id === storedDimension.dimensao_id) ? [storedDimension] : [];
  return {
    dimensao: {
      choices: segments.map(({ id, desc }) => ({ value: id, label: desc })),
      clears: ['dimensao_id'],
    },
    dimensao_id: {
      choices: [
        ...own.map(({ dimensao_id, descricao }) => ({ value: Number(dimensao_id), label: descricao })),
        ...options.map(({ id, desc }) => ({ value: id, label: desc })),
      ],
      disabled: !chosen,
      hint: chosen ? undefined : 'Escolha antes o segmento',
    },
  };
}

import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { FieldEntity } from '#contract/rules/fields/extraField.ts';
import { filesHeld } from '#contract/rules/fields/fieldFiles.ts';
import { extraFieldRoutes, type RecordFields } from '#contract/sac/extraFields.ts';
import { fullAddress } from '#data/http.ts';
import { useRoute } from '#data/useRoute.ts';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { FileRow, FileRows } from '#ui/components/files/FileList.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { AuthoredLabels } from '#ui/words.ts';

interface ExtraFieldsPanelProps {
  entity: FieldEntity;
  id: number;
  /** Renders the panel's parts in the frame of its surroundings. */
  frame: (parts: { title: string; action: ReactNode; children: ReactNode }) => ReactNode;
}

const TITLE = 'Campos adicionais';

/** The extra fields of a record, shown and edited in place; renders nothing when none are configured. */
export function ExtraFieldsPanel({ entity, id, frame }: ExtraFieldsPanelProps) {
  const answer = useRecordFields(entity, id);
  const { data, error } = answer;
  const [editing, setEditing] = useState<RecordFields | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(null);
    // The button is rendered again only after the form is gone.
    requestAnimationFrame(() => button.current?.focus());
  };
  if (data ? data.exibicao.length === 0 && !data.formulario : !error) return null;
  const action = data?.podeAlterar && !editing && (
    <Hint text="Alterar campos adicionais">
      <IconButton
        ref={button}
        size="small"
        aria-label="Alterar campos adicionais"
        onClick={() => setEditing(data)}
      >
        <EditOutlined fontSize="small" />
      </IconButton>
    </Hint>
  );
  return frame({
    title: TITLE,
    action,
    children: (
      <>
        <Failure answer={answer} />
        {editing ? (
          <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
            <FieldsForm entity={entity} id={id} fields={editing} onDone={close} />
          </Suspense>
        ) : (
          data && (
            <AuthoredLabels value>
              <KeyValueList
                pairWidth={180}
                items={data.exibicao.map(({ chave, titulo, texto, arquivado }) => ({
                  label: arquivado ? `${titulo} (arquivado)` : titulo,
                  value:
                    filesHeld(data.valores[chave]).length > 0 ? (
                      <FilesOfField
                        entity={entity}
                        id={id}
                        field={chave}
                        title={titulo}
                        value={data.valores[chave]}
                      />
                    ) : (
                      texto
                    ),
                }))}
              />
            </AuthoredLabels>
          )
        )}
      </>
    ),
  });
}

interface FilesOfFieldProps extends Pick<ExtraFieldsPanelProps, 'entity' | 'id'> {
  /** The field's key. */
  field: string;
  title: string;
  value: unknown;
}

const FilesOfField = ({ entity, id: recordId, field, title, value }: FilesOfFieldProps) => (
  <FileRows aria-label={`Arquivos: ${title}`}>
    {filesHeld(value).map(({ id, nome, tamanho }) => (
      <FileRow
        key={id}
        name={nome}
        bytes={tamanho}
        href={fullAddress(
          `/sac/${entity === 'cliente' ? 'clientes' : 'tickets'}/${recordId}/campos-adicionais/${field}/${id}`,
        )}
      />
    ))}
  </FileRows>
);

/** Forms are needed only by those who edit. */
const FieldsForm = lazyScreen(() => import('./FieldsForm.tsx'), 'FieldsForm');

/** The extra fields of a customer or a ticket. */
function useRecordFields(entity: FieldEntity, id: number) {
  const customer = useRoute(
    extraFieldRoutes.ofCustomer,
    { params: { idCli: id } },
    { enabled: entity === 'cliente' },
  );
  const ticket = useRoute(
    extraFieldRoutes.ofTicket,
    { params: { idTicket: id } },
    { enabled: entity === 'ticket' },
  );
  return entity === 'cliente' ? customer : ticket;
}

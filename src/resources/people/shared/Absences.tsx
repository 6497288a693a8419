import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type Absence, absenceRoutes, ownAbsenceRoutes } from '#contract/config/people/absences.ts';
import { attendantChoices, daysText } from '#contract/rules/absence.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { useRefetch } from '#data/refetch.ts';
import { ownToday } from '#data/session.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { Answered, Failure } from '#ui/shell/states/StateMessage.tsx';
import { useCan, usePerson } from '#ui/shell/usePerson.ts';

/** Whose absences: `null` for one's own. */
interface Whose {
  idPessoa: number | null;
  /** Whether they are only shown. */
  fixed?: boolean;
}

/** When a person does not work and who takes care of their work meanwhile, to be entered, changed and taken back. */
export function Absences({ idPessoa, fixed = false }: Whose) {
  return (
    <Stack component="section" aria-labelledby="ausencias" spacing={2} sx={{ maxWidth: 560 }}>
      <Typography id="ausencias" variant="h2">
        Ausências
      </Typography>
      <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        Nestes dias quem encaminha um ticket é avisado, e vê quem substitui.
      </Typography>
      {idPessoa === null ? <OwnAbsences /> : <AbsencesOf idPessoa={idPessoa} fixed={fixed} />}
    </Stack>
  );
}

function OwnAbsences() {
  const answer = useRoute(ownAbsenceRoutes.list, { params: {} });
  return <Answered answer={answer}>{(absences) => <Listed absences={absences} idPessoa={null} />}</Answered>;
}

function AbsencesOf({ idPessoa, fixed }: { idPessoa: number; fixed: boolean }) {
  const answer = useRoute(absenceRoutes.list, { params: { idPessoa } });
  return (
    <Answered answer={answer}>
      {(absences) => <Listed absences={absences} idPessoa={idPessoa} fixed={fixed} />}
    </Answered>
  );
}

function Listed({ absences, idPessoa, fixed = false }: Whose & { absences: readonly Absence[] }) {
  const [open, setOpen] = useState<Absence | 'new' | null>(null);
  const [removed, setRemoved] = useState<Absence | null>(null);
  return (
    <>
      {absences.length === 0 && <Typography variant="body2">Nenhuma ausência informada.</Typography>}
      {absences.length > 0 && (
        <Stack component="ul" aria-labelledby="ausencias" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {absences.map((absence) => (
            <Stack
              component="li"
              key={absence.id}
              direction="row"
              useFlexGap
              sx={{
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 2,
                py: 2,
                borderBottom: (t) => `1px solid ${t.vars.palette.components.linha}`,
              }}
            >
              <Typography sx={{ flex: '1 1 220px', minWidth: 0 }}>
                {upperFirst(daysText(absence))}
                {absence.substituto && `, quem substitui é ${absence.substituto.nome}`}{' '}
                {isNow(absence) && <Tag tone="aviso">Agora</Tag>}
              </Typography>
              {!fixed && (
                <>
                  <Button
                    size="small"
                    aria-label={`Mudar a ausência ${daysText(absence)}`}
                    onClick={() => setOpen(absence)}
                  >
                    Mudar
                  </Button>
                  <Button
                    size="small"
                    color="error"
                    aria-label={`Excluir a ausência ${daysText(absence)}`}
                    onClick={() => setRemoved(absence)}
                  >
                    Excluir
                  </Button>
                </>
              )}
            </Stack>
          ))}
        </Stack>
      )}
      {!fixed && (
        <Button variant="outlined" onClick={() => setOpen('new')} sx={{ alignSelf: 'flex-start' }}>
          Informar ausência
        </Button>
      )}
      {open && (
        <AbsenceDialog
          idPessoa={idPessoa}
          absence={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
      {removed && <RemoveDialog idPessoa={idPessoa} absence={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

const isNow = ({ de, ate }: Absence): boolean => {
  const today = ownToday();
  return de <= today && today <= ate;
};

interface AbsenceDialogProps extends Whose {
  absence: Absence | null;
  onClose: () => void;
}

export function AbsenceDialog({ idPessoa, absence, onClose }: AbsenceDialogProps) {
  const notify = useNotify();
  const self = Number(usePerson()?.id);
  const { can, isPending } = useCan();
  const may = can('TICKETS_RESPONDER_INTERNO');
  const answer = useRoute(lookupRoutes.availableAttendants, { query: {} }, { enabled: may });
  const colleagues = (answer.data ?? []).filter(({ id }) => id !== (idPessoa ?? self));
  const shared = {
    name: 'esta ausência',
    title: absence ? 'Mudar ausência' : 'Informar ausência',
    confirmLabel: 'Salvar',
    fields: {
      idSubstituto: {
        choices: attendantChoices(colleagues, absence?.substituto ?? null),
        none: 'Ninguém',
      },
    },
    onDone: (text: string) => {
      notify(text, { type: 'success' });
      onClose();
    },
    onClose,
    // Whoever may not look colleagues up keeps the substitute as it is.
    ...(!may && !isPending && { only: ['de', 'ate'] as const }),
    children: <Failure answer={answer} />,
  };
  const read = (record: Absence | undefined) =>
    record ? { de: record.de, ate: record.ate, idSubstituto: record.substituto?.id ?? null } : {};
  if (absence === null)
    return idPessoa === null ? (
      <CommandDialog {...shared} route={ownAbsenceRoutes.create} params={{}} />
    ) : (
      <CommandDialog {...shared} route={absenceRoutes.create} params={{ idPessoa }} />
    );
  const idAusencia = absence.id;
  return idPessoa === null ? (
    <CommandDialog
      {...shared}
      route={ownAbsenceRoutes.update}
      params={{ idAusencia }}
      record={absence}
      read={read}
    />
  ) : (
    <CommandDialog
      {...shared}
      route={absenceRoutes.update}
      params={{ idPessoa, idAusencia }}
      record={absence}
      read={read}
    />
  );
}

function RemoveDialog({ idPessoa, absence, onClose }: AbsenceDialogProps & { absence: Absence }) {
  const notify = useNotify();
  const refetch = useRefetch();
  const command = useCommand();
  const remove = async () => {
    const { id: idAusencia, versao } = absence;
    const query = { versao };
    try {
      const { data } =
        idPessoa === null
          ? await command(ownAbsenceRoutes.remove, { params: { idAusencia }, query })
          : await command(absenceRoutes.remove, { params: { idPessoa, idAusencia }, query });
      notify(data.message, { type: 'success' });
      onClose();
    } finally {
      // A refusal may be about what others changed.
      await refetch(idPessoa === null ? ownAbsenceRoutes.remove : absenceRoutes.remove);
    }
  };
  return (
    <ConfirmDialog
      open
      title="Excluir esta ausência?"
      text={`A ausência ${daysText(absence)} deixa de valer.`}
      confirmLabel="Excluir"
      tone="error"
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}

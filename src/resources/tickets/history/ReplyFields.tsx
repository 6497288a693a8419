import LockOutlined from '@mui/icons-material/LockOutlined';
import PublicOutlined from '@mui/icons-material/PublicOutlined';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useEffect, useState } from 'react';
import { attendantLabel } from '#contract/rules/absence.ts';
import { MAX_FILES_PER_DIALOG } from '#contract/rules/files.ts';
import { wizardLimits } from '#contract/rules/tickets/ticketWizard.ts';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { AddedFiles, SizeBar } from '#ui/components/files/AddedFiles.tsx';
import { type Refusal, type StoredFile, sortFiles, uploadObstacle } from '#ui/components/files/fileRules.ts';
import { isGoing, useUploads } from '#ui/components/files/useUploads.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { steady } from '#ui/components/steady.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { type Audience, audienceOf, audiences } from './replyDraft.ts';

interface AudienceSwitchProps {
  value: Audience;
  onChange: (value: Audience) => void;
  disabled: boolean;
  /** Id of the sentence that says who will read the text, used as the editor's description. */
  readersId: string;
}

/** Who will read the message, indicated by colour, icon and words together, so that it cannot be mistaken. */
export const AudienceSwitch = steady(({ value, onChange, disabled, readersId }: AudienceSwitchProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Quem lê"
      value={value}
      disabled={disabled}
      onChange={(_event, next: Audience | null) => next && onChange(next)}
    >
      {audiences.map(({ value: each, label, Icon }) => (
        <ToggleButton
          key={each}
          value={each}
          sx={({ vars: { palette } }) => {
            const { main, contrast } = palette.actions[each === 'PUBLICO' ? 'informacao' : 'aviso'];
            const chosen = { fontWeight: 600, color: contrast, backgroundColor: main };
            return {
              gap: 1,
              py: 0.5,
              px: { xs: 1.5, sm: 2.5 },
              textTransform: 'none',
              color: palette.components.texto,
              backgroundColor: palette.components.superficie,
              '&.Mui-selected, &.Mui-selected:hover': chosen,
            };
          }}
        >
          <Icon sx={{ fontSize: 18 }} />
          {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
    <Readers value={value} id={readersId} />
  </Box>
));

function Readers({ value, id }: { value: Audience; id: string }) {
  const isPublic = value === 'PUBLICO';
  const Icon = isPublic ? PublicOutlined : LockOutlined;
  return (
    <Box
      id={id}
      role="status"
      sx={({ vars: { palette } }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        fontSize: 13,
        fontWeight: 600,
        color: palette.actions[isPublic ? 'informacao' : 'aviso'].text,
      })}
    >
      <Icon sx={{ fontSize: 16 }} aria-hidden />
      {audienceOf(value).readers}
    </Box>
  );
}

interface ForwardFieldsProps {
  idTicket: number;
  setor: number | null;
  atendente: number | null;
  onChange: (chosen: { setor: number | null; atendente: number | null }) => void;
  errors: Record<string, string>;
}

/** The sector that receives the ticket, and optionally a person; without one, anyone in the sector can take it. */
export function ForwardFields({ idTicket, setor, atendente, onChange, errors }: ForwardFieldsProps) {
  const answer = useRoute(conversationRoutes.sectors, { params: { idTicket } });
  const sectors = answer.data ?? [];
  const chosen = sectors.find(({ id }) => id === setor);
  const people = chosen?.atendentes ?? [];
  return (
    <>
      <Failure answer={answer} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <ChoiceField
          required
          size="small"
          label="Setor"
          value={setor}
          onChange={(id) => onChange({ setor: id, atendente: null })}
          error={Boolean(errors.setor)}
          helperText={errors.setor}
          choices={sectors.map(({ id, desc, atual }) => ({
            value: id,
            label: atual ? `${desc} (setor atual)` : desc,
          }))}
        />
        <ChoiceField
          size="small"
          label="Atendente"
          value={atendente}
          onChange={(id) => onChange({ setor, atendente: id })}
          disabled={!chosen}
          error={Boolean(errors.colaborador_id)}
          helperText={
            errors.colaborador_id ??
            (chosen && people.length === 0 ? 'Ninguém deste setor atende a filial.' : undefined)
          }
          choices={people.map((person) => ({ value: person.id, label: attendantLabel(person) }))}
          none="Quem do setor assumir"
        />
      </Box>
    </>
  );
}

interface ReplyFilesProps {
  files: readonly StoredFile[];
  state: ReplyFilesState;
}

/** The files attached to the reply, and those still being uploaded. */
export function ReplyFiles({ files, state }: ReplyFilesProps) {
  const { uploads, totalBytes, maxBytes, refused } = state;
  return (
    <>
      <Box
        role="alert"
        sx={{
          fontSize: 13,
          color: (t) => t.vars.palette.actions.perigo.text,
          '&:empty': { display: 'none' },
        }}
      >
        {refused.map(({ name, reason }) => (
          <div key={name}>
            {name}: {reason}
          </div>
        ))}
      </Box>
      {files.length + uploads.length > 0 && (
        <div>
          <AddedFiles label="Arquivos da mensagem" files={files} sending={state} maxBytes={maxBytes} />
          <SizeBar bytes={totalBytes} maxBytes={maxBytes} />
        </div>
      )}
    </>
  );
}

/** File extensions that an upload accepts unless its dialog specifies others. */
export const REPLY_FILES = ['.jpg', '.png', '.pdf'] as const;
/** How long refused files are shown, in ms (document 002, section 9). */
const REFUSAL_MS = 5000;

/** A reply's files: uploaded as they are added, each with its progress. */
export function useReplyFiles(files: readonly StoredFile[], onChange: (files: StoredFile[]) => void) {
  const { maxBytes } = wizardLimits(currentInitialLoad()?.parametros ?? {});
  const sending = useUploads({
    files,
    onChange: (next) => onChange([...next]),
    upload: uploadFile,
    maxBytes,
    usedBytes: 0,
  });
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  useEffect(() => {
    if (refused.length === 0) return;
    const timer = setTimeout(() => setRefused([]), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [refused]);
  const present = files.length + sending.uploads.length;
  const going = sending.uploads.filter(isGoing).length;
  return {
    ...sending,
    maxBytes,
    refused,
    isFull: present >= MAX_FILES_PER_DIALOG,
    add: (added: readonly File[]) => {
      const sorted = sortFiles(added, present, {
        accept: REPLY_FILES,
        maxCount: MAX_FILES_PER_DIALOG,
        maxFileBytes: maxBytes,
      });
      setRefused(sorted.refused);
      sending.add(sorted.accepted);
    },
    /** Why it cannot be sent yet. */
    obstacle: uploadObstacle(
      { going, stopped: sending.uploads.length - going, exceeded: sending.totalBytes > maxBytes },
      maxBytes,
    ),
  };
}

type ReplyFilesState = ReturnType<typeof useReplyFiles>;

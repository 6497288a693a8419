import ForwardOutlined from '@mui/icons-material/ForwardOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { historyType } from '#contract/catalogs/ticketStatus.ts';
import { receivedEmailRoutes } from '#contract/config/emails.ts';
import { shortenFileName } from '#contract/rules/files.ts';
import type { Attachment, HistoryEntry } from '#contract/sac/tickets/ticketConversation.ts';
import { fullAddress } from '#data/http.ts';
import { currentInitialLoad } from '#data/session.ts';
import { PersonAvatar, StatusChip } from '#ui/components/display/Chips.tsx';
import { SafeHtml } from '#ui/components/display/SafeHtml.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { FileList } from '#ui/components/files/FileList.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { OriginalButton } from '../shared/OriginalButton.tsx';
import { listedFile } from '../ticketFiles.tsx';
import { messageShape } from './messageShape.ts';
import { audienceOf } from './replyDraft.ts';

/** One message. The kinds differ in shape, and internal ones take the whole width; of the public ones the person's own lie on the right. */
export function Message({ entry }: { entry: HistoryEntry }) {
  const me = currentInitialLoad()?.colaborador;
  const own = entry.colaborador_id === me?.id;
  const who = own ? 'Você' : entry.colaborador.nome;
  // Everything that a consumer reads is public, which therefore says nothing.
  const tells = me?.tipo !== 'CONSUMIDOR_FINAL';
  const { value: kind, readers } = audienceOf(entry.tipo);
  const isPublic = kind === 'PUBLICO';
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexDirection: own && isPublic ? 'row-reverse' : 'row',
        gap: 2,
        alignItems: 'flex-start',
      }}
    >
      <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
        <PersonAvatar name={entry.colaborador.nome} named={false} />
      </Box>
      <Box
        component="article"
        aria-label={tells ? `${who}, ${kindText(entry)}` : who}
        data-kind={kind}
        sx={({ vars: { palette } }) => ({
          maxWidth: 720,
          minWidth: 0,
          px: 4,
          py: 3,
          ...(!isPublic && { flex: 1 }),
          ...messageShape(kind, palette, own),
        })}
      >
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, mb: 1 }}
        >
          <Typography component="span" sx={{ fontWeight: 500 }}>
            {who}
          </Typography>
          <Typography
            component="span"
            variant="body2"
            sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
          >
            <RelativeDate value={entry.datahora_criacao} exact />
          </Typography>
          {tells && <StatusChip value={entry.tipo} catalog={historyType} />}
          {!isPublic && (
            <Typography component="span" variant="body2" sx={{ fontWeight: 500 }}>
              {readers}
            </Typography>
          )}
        </Box>
        {entry.destino && (
          <Typography
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              fontWeight: 500,
              mb: entry.mensagem ? 1 : 0,
            }}
          >
            <ForwardOutlined sx={{ fontSize: 18 }} aria-hidden />
            {destinationOf(entry.destino)}
          </Typography>
        )}
        {entry.mensagem && <SafeHtml html={entry.mensagem} />}
        {entry.email && <ByMail {...entry.email} />}
        {entry.anexos.length > 0 && <MessageFiles files={entry.anexos} />}
      </Box>
    </Box>
  );
}

const destinationOf = ({ setor, atendente }: NonNullable<HistoryEntry['destino']>): string =>
  `Para ${[setor, atendente].filter(Boolean).join(', ')}`;

/** What kind of message it is and who reads it, as its shape shows. */
function kindText({ tipo, destino }: HistoryEntry): string {
  if (tipo === 'PUBLICO') return 'mensagem pública';
  if (!destino) return 'nota privada, só a equipe vê';
  return `encaminhado para ${destino.setor}, só a equipe vê`;
}

/** The parts of an e-mail besides its new text. The quoted text is collapsed, since the conversation already contains it. */
function ByMail({ de, citado, deixados, original }: NonNullable<HistoryEntry['email']>) {
  const { can } = useCan();
  return (
    <Box sx={{ mt: 2, fontSize: 13, color: (t) => t.vars.palette.components.textoSecundario }}>
      Por e-mail, de {de}
      {deixados.length > 0 && <Box sx={{ mt: 1 }}>Anexos que não entraram: {deixados.join('; ')}</Box>}
      {original !== null && can(receivedEmailRoutes.original.permission) && (
        <Box>
          <OriginalButton id={original} />
        </Box>
      )}
      {citado && (
        <Box component="details" sx={{ mt: 1, '& summary': { cursor: 'pointer' } }}>
          <summary>Texto citado</summary>
          <SafeHtml html={citado} />
        </Box>
      )}
    </Box>
  );
}

/** The files of a message: pictures as previews, the others as a list. */
function MessageFiles({ files }: { files: readonly Attachment[] }) {
  const pictures = files.filter(({ mime }) => mime.startsWith('image/'));
  const others = files.filter(({ mime }) => !mime.startsWith('image/'));
  return (
    <>
      {pictures.length > 0 && (
        <Box
          component="ul"
          aria-label="Fotos da mensagem"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, listStyle: 'none', p: 0, m: 0, mt: 2 }}
        >
          {pictures.map((file) => (
            <Picture key={file.id} file={file} />
          ))}
        </Box>
      )}
      {others.length > 0 && <FileList files={others.map(withoutDate)} label="Anexos da mensagem" />}
    </>
  );
}

/** The files arrived with the message, which shows the date. */
function withoutDate(file: Attachment) {
  const { at: _at, ...listed } = listedFile(file);
  return listed;
}

function Picture({ file: { nome_exibicao: name, link } }: { file: Attachment }) {
  const shown = shortenFileName(name);
  return (
    <Box component="li" sx={{ width: 120 }}>
      <Box
        component="a"
        href={fullAddress(link)}
        download={name}
        title={name}
        aria-label={`Baixar ${name}`}
        sx={({ vars: { palette } }) => ({
          display: 'block',
          fontSize: 12,
          color: palette.actions.primaria.text,
          overflowWrap: 'anywhere',
          '& img': {
            display: 'block',
            width: 120,
            height: 90,
            mb: 0.5,
            objectFit: 'cover',
            borderRadius: 1,
            border: `1px solid ${palette.components.linha}`,
            backgroundColor: palette.components.realce,
          },
        })}
      >
        <img src={fullAddress(`${link}?miniatura=true`)} alt="" width={120} height={90} loading="lazy" />
        {shown === name ? name : `…${shown}`}
      </Box>
    </Box>
  );
}

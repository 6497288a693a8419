import Box from '@mui/material/Box';
import { shortenFileName } from '../../../../contract/rules/fileText.ts';
import type { Attachment } from '../../../../contract/sac/ticketConversation.ts';
import { fullAddress } from '../../../dataProvider/http.ts';
import { FileList } from '../../../ui/components/files/FileList.tsx';
import { listedFile } from '../listedFile.ts';

/** The files of a message: pictures as such, the others as a list. */
export function MessageFiles({ files }: { files: readonly Attachment[] }) {
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

/** They came with the message, which says when. */
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

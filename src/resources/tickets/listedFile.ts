import type { Attachment } from '../../../contract/sac/tickets/ticketConversation.ts';
import { fullAddress } from '../../dataProvider/http.ts';
import type { ListedFile } from '../../ui/components/files/FileList.tsx';

/** An attachment as the file list shows it; pictures have a thumbnail. */
export const listedFile = ({
  id,
  nome_exibicao,
  link,
  mime,
  tamanho,
  datahora_criacao,
}: Attachment): ListedFile => ({
  id,
  name: nome_exibicao,
  href: fullAddress(link),
  bytes: tamanho,
  at: datahora_criacao,
  ...(mime.startsWith('image/') && { thumb: fullAddress(`${link}?miniatura=true`) }),
});

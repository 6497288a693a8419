import type { Attachment } from '#contract/sac/tickets/ticketConversation.ts';
import { fullAddress } from '#data/http.ts';
import { FileThumb, type ListedFile } from '#ui/components/files/FileList.tsx';

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

/** A line's photos as thumbnails, each linked to its file. */
export function LinePhotos({ files, of }: { files: readonly Attachment[]; of: string }) {
  if (files.length === 0) return null;
  return (
    <div className="photos">
      {files.map(listedFile).map(({ id, name, href, thumb }) => (
        <a key={id} href={href} download={name} title={name} aria-label={`Baixar ${name}, de ${of}`}>
          <FileThumb name={name} src={thumb} size={44} />
        </a>
      ))}
    </div>
  );
}

import type { Attachment } from '../../../../contract/sac/tickets/ticketConversation.ts';
import { FileThumb } from '../../../ui/components/files/FileList.tsx';
import { listedFile } from '../listedFile.ts';

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

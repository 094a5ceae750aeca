/** Whether a request changes nothing (RFC 9110 section 9.2.1). */
export const isRead = ({ method }: { method?: string | undefined }): boolean =>
  method === 'GET' || method === 'HEAD';

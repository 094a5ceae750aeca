/** nginx with one process that passes everything on unchecked, over connections that it keeps. */
export const nginx = {
  program: 'nginx',
  image: 'nginx:1.29-alpine',
  command: (folder) => ['nginx', '-p', folder, '-e', 'stderr', '-c', `${folder}/nginx.conf`],
  files: (port, _folder, { url }) => ({
    'nginx.conf': `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  keepalive_requests 100000000;
  upstream service { server ${url.slice('http://'.length)}; keepalive 128; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location /api/ {
      proxy_pass http://service/;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`,
  }),
};

// libmicrohttpd, which speaks HTTP. Here: what Swift cannot call, because it takes any number of arguments or
// answers with a union.
#pragma once
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

// The socket of a connection; -1 if there is none.
static inline int noiseclock_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

// Looks at the next byte that came, as recv(2): 0 at the connection's end, -1 if nothing is there yet. Not in Swift, for the
// same reason as below: where `MSG_DONTWAIT` comes from differs.
static inline ssize_t noiseclock_http_peek(int socket) {
  char byte;
  return recv(socket, &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT);
}

// Writes the address of who connected as text; one of IPv4 that came over IPv6 as one of IPv4. Not in Swift, where which
// module `struct sockaddr` comes from differs from build to build. -1 if there is none.
static inline int noiseclock_http_peer(struct MHD_Connection *connection, char *text, size_t size) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info == NULL || info->client_addr == NULL) return -1;
  const struct sockaddr *address = info->client_addr;
  const void *number = &((const struct sockaddr_in *)address)->sin_addr;
  int family = AF_INET;
  if (address->sa_family == AF_INET6) {
    const struct in6_addr *whole = &((const struct sockaddr_in6 *)address)->sin6_addr;
    const int is_mapped = IN6_IS_ADDR_V4MAPPED(whole);
    number = is_mapped ? (const void *)&whole->s6_addr[12] : whole;
    family = is_mapped ? AF_INET : AF_INET6;
  } else if (address->sa_family != AF_INET) {
    return -1;
  }
  return inet_ntop(family, number, text, (socklen_t)size) == NULL ? -1 : 0;
}

// What the program keeps for a connection; NULL if it keeps nothing.
static inline void *noiseclock_http_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

// Sets how many seconds a connection may be silent; 0: for ever.
static inline void noiseclock_http_limit_silence(struct MHD_Connection *connection,
                                                 unsigned int seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

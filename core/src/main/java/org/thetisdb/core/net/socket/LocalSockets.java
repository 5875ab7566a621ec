package org.thetisdb.core.net.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Where processes of one machine and one user meet without TCP (decision 0089): a process that
 * listens on 127.0.0.1 listens on a Unix domain socket, too, whose name follows from the port, and
 * one that connects to 127.0.0.1 tries that first.
 *
 * <p>The sockets are in a directory that only their user may enter; one that is somebody else's, or
 * open to others, is not used. The name has the network namespace as well, since containers may
 * share a directory and each have the same port. The process that holds the port is the only one
 * that makes the name, so both lead to the same process.
 *
 * <p>Immutable and thread-safe. Each method looks at the disk some times, and does not wait for
 * anybody.
 */
public final class LocalSockets {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static final InetAddress LOOPBACK = loopback();

  /** The system takes some bytes more, on each platform. */
  private static final int LONGEST_PATH_BYTES = 100;

  /** Names of processes that were killed; each start takes so many away at most. */
  private static final int LOOKED_AFTER = 64;

  /** All sockets of this kind in this network namespace, on Linux. */
  private static final Path LISTENING = Path.of("/proc/net/unix");

  private final Path directory;
  private final String user;
  private final String namespace;

  /**
   * Sockets in a directory.
   *
   * @param directory is made if it is not there
   * @param user whose it has to be
   */
  public LocalSockets(Path directory, String user) {
    this.directory = directory;
    this.user = user;
    this.namespace = networkNamespace();
  }

  /** Those of this process' user, in the directory for temporary files. */
  public static LocalSockets ofUser() {
    return OfUser.SOCKETS;
  }

  /** Looked up once, by the first that needs it. */
  private static final class OfUser {
    static final LocalSockets SOCKETS = find();

    private static LocalSockets find() {
      String user = System.getProperty("user.name", "");
      String temporary = System.getProperty("java.io.tmpdir", "");
      return new LocalSockets(Path.of(temporary, "thetis-" + user.replace('/', '-')), user);
    }
  }

  /** A number on Linux, where each container may have one of its own; else a word. */
  private static String networkNamespace() {
    try {
      String link = Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();
      return link.replaceAll("\\D", "");
    } catch (IOException | UnsupportedOperationException e) {
      return "host";
    }
  }

  /**
   * Where the process that has bound this address is to listen, too. What was left there by a
   * process that was killed is gone.
   *
   * @return null if nowhere: the address is not that of this machine alone, or the directory cannot
   *     be used
   */
  public UnixDomainSocketAddress toListen(InetSocketAddress bound) {
    InetAddress host = bound.getAddress();
    if (host == null || !(host.isAnyLocalAddress() || isUsual(host))) {
      return null;
    }
    try {
      Path socket = socket(bound.getPort());
      if (socket.toString().length() > LONGEST_PATH_BYTES) {
        return null;
      }
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      }
      if (!isPrivate()) {
        return null;
      }
      sweep();
      Files.deleteIfExists(socket);
      return UnixDomainSocketAddress.of(socket);
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  /**
   * Takes names away on which no process listens. The system knows which ones do; to try it out
   * would be a visit at each.
   */
  private void sweep() throws IOException {
    if (!Files.isReadable(LISTENING)) {
      return;
    }
    String listening = Files.readString(LISTENING, StandardCharsets.ISO_8859_1);
    int left = LOOKED_AFTER;
    try (DirectoryStream<Path> sockets = Files.newDirectoryStream(directory, namespace + "-*")) {
      for (Path socket : sockets) {
        if (left-- == 0) {
          return;
        }
        if (!listening.contains(" " + socket + "\n")) {
          Files.deleteIfExists(socket);
        }
      }
    }
  }

  /**
   * A socket that is connected with what listens on an address, and does not block.
   *
   * @return null if there is none: then TCP is the way
   */
  public SocketChannel connect(InetSocketAddress address) {
    if (address.getAddress() == null || !isUsual(address.getAddress())) {
      return null;
    }
    try {
      Path socket = socket(address.getPort());
      return Files.exists(socket) && isPrivate() ? connectTo(socket) : null;
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  private static SocketChannel connectTo(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    boolean connected = false;
    try {
      channel.configureBlocking(false);
      connected = channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException nobody) {
      return null;
    } finally {
      if (!connected) {
        channel.close();
      }
    }
    return connected ? channel : null;
  }

  private Path socket(int port) {
    return directory.resolve(namespace + "-" + port);
  }

  private static boolean isUsual(InetAddress host) {
    return host.equals(LOOPBACK);
  }

  private static InetAddress loopback() {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isPrivate() throws IOException {
    return Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).getName().equals(user)
        && Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY);
  }
}

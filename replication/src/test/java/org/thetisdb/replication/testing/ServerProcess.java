package org.thetisdb.replication.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.thetisdb.core.id.Address;

/** A process of its own that runs a main class of this module, and can be killed. */
public final class ServerProcess implements AutoCloseable {
  /** Below those that systems give to whoever asks for any port. */
  private static final int FIRST_PORT = 20_000;

  private static final int PORTS = 10_000;
  private static final int PORT_TRIES = 100;

  private final Process process;
  private final String readyLine;

  private ServerProcess(Process process, String readyLine) {
    this.process = process;
    this.readyLine = readyLine;
  }

  /** Starts {@code main} and waits for its first line. */
  public static ServerProcess start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    return new ServerProcess(process, reader.readLine());
  }

  /** The address at the end of the first line. */
  public Address address() {
    assertThat(readyLine).isNotNull();
    return Address.parse(readyLine.substring(readyLine.lastIndexOf(' ') + 1));
  }

  /** Ends it as SIGKILL does, and waits until it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** A port that was free a moment ago, and that nobody is given who asks for any. */
  public static int freePort() throws IOException {
    for (int tries = 0; tries < PORT_TRIES; tries++) {
      int port = FIRST_PORT + ThreadLocalRandom.current().nextInt(PORTS);
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // The next one may be free.
      }
    }
    throw new IOException("no port is free");
  }
}

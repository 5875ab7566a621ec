package org.thetisdb.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of its own that the tests start, wait for, and kill. */
final class ThetisProcess implements AutoCloseable {
  private static final long PATIENCE_S = 120;
  private static final Pattern ADDRESS =
      Pattern.compile("(?:connect to|listens at|serves at|ready at) ([\\w.]+:\\d+)");

  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private final CompletableFuture<String> address = new CompletableFuture<>();

  private ThetisProcess(List<String> command) throws IOException {
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread reader = new Thread(this::read, "output of " + command.get(command.size() - 1));
    reader.setDaemon(true);
    reader.start();
  }

  /** Runs a main class with the class path and the JVM flags of the tests. */
  static ThetisProcess start(String mainClass, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String flag :
        java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("--add-")
          || flag.startsWith("-Dchronicle")
          || flag.startsWith("--enable-native")
          || flag.startsWith("--sun-misc")) {
        command.add(flag);
      }
    }
    // Many of them share few cores for a short time: compiled quickly is better than compiled well.
    command.addAll(List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(arguments));
    return new ThetisProcess(command);
  }

  private void read() {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      take(e.toString());
    }
    address.completeExceptionally(new IllegalStateException("it ended and said:\n" + output()));
  }

  private synchronized void take(String line) {
    lines.add(line);
    Matcher found = ADDRESS.matcher(line);
    if (found.find()) {
      address.complete(found.group(1));
    }
  }

  synchronized String output() {
    return String.join("\n", lines);
  }

  /** Waits until it says where it can be reached. */
  String address() {
    return address.orTimeout(PATIENCE_S, TimeUnit.SECONDS).join();
  }

  /** Whether it runs, or could if it were not stopped. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal by its name, such as STOP. */
  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("signal " + name + " could not be sent");
    }
  }

  /** Waits for its own end; its exit status. */
  int awaitExit() throws InterruptedException {
    if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it does not end; it said:\n" + output());
    }
    return process.exitValue();
  }

  /** kill -9. */
  void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        throw new IllegalStateException("a killed process lives");
      }
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  @Override
  public void close() {
    kill();
  }
}

package org.thetisdb.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A network on this machine, in which each part of a cluster has a namespace and an address of its
 * own, and a link that can be cut: what is on it is lost, without a word to either side. Needs
 * Linux, the {@code ip} command and root. This process is in it, too, with an address of its own.
 *
 * <p>For one thread. What it made is taken away when it is closed, or this process ends in order.
 */
public final class NetworkNamespaces implements Hosts, AutoCloseable {
  private static final int NETWORKS = 200;
  private static final int FIRST_NETWORK = 20;
  private static final int FIRST_HOST = 2;
  private static final long COMMAND_PATIENCE_S = 10;

  private final int network;
  private final String name;
  private final Map<String, Integer> hosts = new HashMap<>();
  private final Deque<String[]> rollBack = new ArrayDeque<>();
  private final Thread closeAtEnd = new Thread(this::takeAway, "take a network away");

  private NetworkNamespaces(int network) {
    this.network = network;
    this.name = "thetis" + network;
  }

  /** A network for some parts; empty where this is not allowed or not possible. */
  public static Optional<NetworkNamespaces> open(List<String> parts) {
    int first = (int) (ProcessHandle.current().pid() % NETWORKS);
    for (int i = 0; i < NETWORKS; i++) {
      NetworkNamespaces made = new NetworkNamespaces(FIRST_NETWORK + (first + i) % NETWORKS);
      if (run("ip", "link", "show", made.name)) {
        continue; // another run has this one
      }
      if (made.build(parts)) {
        return Optional.of(made);
      }
      made.close();
      return Optional.empty();
    }
    return Optional.empty();
  }

  private boolean build(List<String> parts) {
    Runtime.getRuntime().addShutdownHook(closeAtEnd);
    if (!run("ip", "link", "add", name, "type", "bridge")) {
      return false;
    }
    rollBack.push(new String[] {"ip", "link", "del", name});
    boolean good =
        run("ip", "addr", "add", address(1) + "/24", "dev", name)
            && run("ip", "link", "set", name, "up");
    for (int i = 0; good && i < parts.size(); i++) {
      hosts.put(parts.get(i), FIRST_HOST + i);
      good = attach(parts.get(i));
    }
    return good;
  }

  private boolean attach(String part) {
    String namespace = namespace(part);
    String inside = "in" + hosts.get(part);
    if (!run("ip", "netns", "add", namespace)) {
      return false;
    }
    rollBack.push(new String[] {"ip", "netns", "del", namespace});
    return run("ip", "link", "add", link(part), "type", "veth", "peer", "name", inside)
        && run("ip", "link", "set", inside, "netns", namespace)
        && run("ip", "link", "set", link(part), "master", name, "up")
        && inside(part, "ip", "addr", "add", address(part) + "/24", "dev", inside)
        && inside(part, "ip", "link", "set", inside, "up")
        && inside(part, "ip", "link", "set", "lo", "up");
  }

  private boolean inside(String part, String... command) {
    List<String> all = new ArrayList<>(prefix(part));
    all.addAll(List.of(command));
    return run(all.toArray(String[]::new));
  }

  private String namespace(String part) {
    return name + "-" + hosts.get(part);
  }

  private String link(String part) {
    return name + "-" + hosts.get(part);
  }

  private String address(int host) {
    return "10.77." + network + "." + host;
  }

  @Override
  public String address(String part) {
    return address(hosts.get(part));
  }

  @Override
  public List<String> prefix(String part) {
    return List.of("ip", "netns", "exec", namespace(part));
  }

  /** Cuts a part off from all others, and from this process. */
  public void cut(String part) throws IOException {
    set(part, "down");
  }

  /** Joins a part that was cut off. */
  public void join(String part) throws IOException {
    set(part, "up");
  }

  private void set(String part, String state) throws IOException {
    if (!run("ip", "link", "set", link(part), state)) {
      throw new IOException("the link of " + part + " could not be set " + state);
    }
  }

  private static boolean run(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(COMMAND_PATIENCE_S, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // there is no such command
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private synchronized void takeAway() {
    while (!rollBack.isEmpty()) {
      run(rollBack.pop());
    }
  }

  @Override
  public void close() {
    takeAway();
    try {
      Runtime.getRuntime().removeShutdownHook(closeAtEnd);
    } catch (IllegalStateException e) {
      // this process is ending, too
    }
  }
}

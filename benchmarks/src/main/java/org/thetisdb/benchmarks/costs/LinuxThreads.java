package org.thetisdb.benchmarks.costs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Linux says of the threads of this process in {@code /proc/self/task}. Names are cut after 15
 * letters there, which is enough for our own.
 */
final class LinuxThreads {
  private static final Path TASKS = Path.of("/proc/self/task");

  /** The system counts processor time in hundredths of a second here (USER_HZ). */
  private static final long TICK_US = 10_000;

  private static final int KERNEL_TICKS = 12;

  private LinuxThreads() {}

  /**
   * One thread.
   *
   * @param kernelUs processor time in the kernel
   * @param transfers how often it read or wrote by a call of the system; below 0 if that is not
   *     known
   * @param voluntary how often it went to sleep
   * @param involuntary how often it was sent to sleep
   */
  record Task(String name, long kernelUs, long transfers, long voluntary, long involuntary) {}

  /** Whether the system reports it at all. */
  static boolean areTold() {
    return Files.isDirectory(TASKS);
  }

  /** The threads by number; those that end meanwhile are not there. */
  static Map<String, Task> read() {
    Map<String, Task> tasks = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(TASKS)) {
      for (Path one : all) {
        Task task = task(one);
        if (task != null) {
          tasks.put(one.getFileName().toString(), task);
        }
      }
    } catch (IOException e) {
      return Map.of();
    }
    return tasks;
  }

  private static Task task(Path directory) {
    try {
      String stat = Files.readString(directory.resolve("stat"));
      int nameEnd = stat.lastIndexOf(')');
      String name = stat.substring(stat.indexOf('(') + 1, nameEnd);
      String[] fields = stat.substring(nameEnd + 2).split(" ", -1);
      List<String> status = Files.readAllLines(directory.resolve("status"));
      return new Task(
          name,
          TICK_US * Long.parseLong(fields[KERNEL_TICKS]),
          transfers(directory.resolve("io")),
          number(status, "voluntary_ctxt_switches:"),
          number(status, "nonvoluntary_ctxt_switches:"));
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** A system without accounting has no such file. */
  private static long transfers(Path io) {
    try {
      List<String> lines = Files.readAllLines(io);
      return number(lines, "syscr:") + number(lines, "syscw:");
    } catch (IOException e) {
      return -1;
    }
  }

  private static long number(List<String> status, String field) {
    for (String line : status) {
      if (line.startsWith(field)) {
        return Long.parseLong(line.substring(field.length()).trim());
      }
    }
    return 0;
  }
}

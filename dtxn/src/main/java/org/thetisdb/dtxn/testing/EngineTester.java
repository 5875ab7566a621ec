package org.thetisdb.dtxn.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.UndoRecord;

/**
 * The contract of a {@link StorageEngine}, for tests of whoever writes one. It runs fragments in
 * all the ways in which a cluster would, and looks whether the engine is the same behind each.
 *
 * <pre>{@code
 * @Test
 * void itKeepsToTheContract() {
 *   new EngineTester(KeyValueEngine::new).check(List.of(put("a", "1"), get("a"), put("a", "2")));
 * }
 * }</pre>
 *
 * <p>Engines are compared by their snapshots, or by their digests where they have one, since one
 * content may have several forms as a snapshot. For one thread at a time.
 */
public final class EngineTester {
  private final Supplier<? extends StorageEngine> maker;

  /**
   * A tester.
   *
   * @param maker makes an empty engine
   */
  public EngineTester(Supplier<? extends StorageEngine> maker) {
    this.maker = maker;
  }

  /**
   * Checks the contract with these fragments, run one after the other. The more they change, read
   * and are refused, the more it says.
   *
   * @param fragments some of which change something
   * @throws IllegalStateException if the engine does not keep to it, with one sentence that names
   *     the fragment and the rule
   */
  public void check(List<byte[]> fragments) {
    List<Run> runs = runAll(fragments);
    require(
        runs.stream().anyMatch(run -> run.undo() != null && !run.undo().hasChangedNothing()),
        "none of the fragments changes anything, so there is nothing to check");
    repeatWithoutUndo(fragments, runs);
    repeatFromLog(fragments, runs);
    undoEach(fragments);
    undoAll(fragments);
    continueFromSnapshots(fragments, runs);
  }

  /** What became of a fragment: the response, or null and no record if it was refused. */
  private record Run(byte[] response, UndoRecord undo, State after) {}

  private record State(long digest, byte[] snapshot) {
    boolean isSame(State other) {
      return (digest != 0 || other.digest != 0)
          ? digest == other.digest
          : Arrays.equals(snapshot, other.snapshot);
    }
  }

  private List<Run> runAll(List<byte[]> fragments) {
    StorageEngine engine = maker.get();
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < fragments.size(); i++) {
      State before = state(engine);
      Run run = run(engine, fragments.get(i), new UndoRecord());
      boolean isSame = run.after().isSame(before);
      require(
          isSame || run.undo() != null,
          "fragment %d was refused and changed something".formatted(i));
      require(
          isSame || !changesNothing(engine, run, fragments.get(i)),
          "fragment %d says that it changes nothing and does".formatted(i));
      runs.add(run);
    }
    return runs;
  }

  private static boolean changesNothing(StorageEngine engine, Run run, byte[] fragment) {
    return run.undo().hasChangedNothing() || engine.onlyReads(fragment);
  }

  private Run run(StorageEngine engine, byte[] fragment, UndoRecord undo) {
    try {
      byte[] response = engine.executeFragment(fragment.clone(), undo);
      return new Run(response, undo == null ? new UndoRecord() : undo, state(engine));
    } catch (FragmentRefusedException e) {
      return new Run(null, null, state(engine));
    }
  }

  private void repeatWithoutUndo(List<byte[]> fragments, List<Run> runs) {
    StorageEngine engine = maker.get();
    for (int i = 0; i < fragments.size(); i++) {
      Run run = run(engine, fragments.get(i), null);
      boolean isSameEnd = (run.undo() == null) == (runs.get(i).undo() == null);
      require(
          isSameEnd,
          "fragment %d is refused with an undo record or without, not both".formatted(i));
      require(
          Arrays.equals(run.response(), runs.get(i).response()),
          "fragment %d answers otherwise when it is run on another engine".formatted(i));
      if (runs.get(i).undo() != null && runs.get(i).undo().redo() == null) {
        requireSame(
            run.after(), runs.get(i), "fragment %d does otherwise on another engine".formatted(i));
      }
    }
  }

  private void repeatFromLog(List<byte[]> fragments, List<Run> runs) {
    StorageEngine engine = maker.get();
    for (int i = 0; i < fragments.size(); i++) {
      UndoRecord undo = runs.get(i).undo();
      if (undo != null && !undo.hasChangedNothing()) {
        if (undo.redo() != null) {
          engine.applyRedo(undo.redo().clone(), i % 2 == 0 ? null : new UndoRecord());
        } else {
          engine.executeFragment(fragments.get(i).clone(), null);
        }
        requireSame(
            state(engine), runs.get(i), "the log of fragment %d does not repeat it".formatted(i));
      }
    }
  }

  /** Each is undone once, and run again. */
  private void undoEach(List<byte[]> fragments) {
    StorageEngine engine = maker.get();
    for (int i = 0; i < fragments.size(); i++) {
      State before = state(engine);
      Run first = run(engine, fragments.get(i), new UndoRecord());
      if (first.undo() != null && !first.undo().hasChangedNothing()) {
        engine.applyUndoRecord(first.undo());
        require(state(engine).isSame(before), "fragment %d is not undone".formatted(i));
        Run second = run(engine, fragments.get(i), new UndoRecord());
        require(
            first.undo().redo() != null || Arrays.equals(first.response(), second.response()),
            "fragment %d answers otherwise when it was undone".formatted(i));
        engine.freeUndoRecord(second.undo());
      }
    }
  }

  private void undoAll(List<byte[]> fragments) {
    StorageEngine engine = maker.get();
    State empty = state(engine);
    List<UndoRecord> undo = new ArrayList<>();
    for (byte[] fragment : fragments) {
      Run run = run(engine, fragment, new UndoRecord());
      if (run.undo() != null && !run.undo().hasChangedNothing()) {
        undo.add(run.undo());
      }
    }
    for (int i = undo.size() - 1; i >= 0; i--) {
      engine.applyUndoRecord(undo.get(i));
    }
    require(state(engine).isSame(empty), "the fragments together are not undone, last one first");
  }

  private void continueFromSnapshots(List<byte[]> fragments, List<Run> runs) {
    for (int from = 0; from < runs.size(); from++) {
      StorageEngine engine = load(runs.get(from).after().snapshot());
      requireSame(
          state(engine),
          runs.get(from),
          "the snapshot behind fragment %d is not whole".formatted(from));
      int next = from + 1;
      if (next < runs.size()) {
        Run run = run(engine, fragments.get(next), new UndoRecord());
        boolean isRepeated = runs.get(next).undo() == null || runs.get(next).undo().redo() == null;
        require(
            !isRepeated || Arrays.equals(run.response(), runs.get(next).response()),
            "fragment %d answers otherwise on an engine that was read from a snapshot"
                .formatted(next));
      }
    }
  }

  private StorageEngine load(byte[] snapshot) {
    StorageEngine engine = maker.get();
    try {
      engine.readSnapshot(new ByteArrayInputStream(snapshot));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return engine;
  }

  private static State state(StorageEngine engine) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      engine.writeSnapshot(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new State(engine.digest(), out.toByteArray());
  }

  private static void requireSame(State state, Run run, String problem) {
    require(state.isSame(run.after()), problem);
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalStateException(problem + ".");
    }
  }
}

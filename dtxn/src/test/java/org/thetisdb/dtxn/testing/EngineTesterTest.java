package org.thetisdb.dtxn.testing;

import static com.example.sums.SumsEngine.add;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.sums.SumsEngine;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.UndoRecord;

/** Each rule of an engine's contract is broken by an engine here, and told. */
class EngineTesterTest {
  private static final List<byte[]> FRAGMENTS =
      List.of(add(1, 5), add(2, 7), add(1, 0), add(1, -6), add(1, -5), add(2, 1));

  private static void check(Supplier<StorageEngine> maker) {
    new EngineTester(maker).check(FRAGMENTS);
  }

  private static void refused(Supplier<StorageEngine> maker, String message) {
    assertThatThrownBy(() -> check(maker))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aGoodEnginePasses() {
    assertThatCode(() -> check(SumsEngine::new)).doesNotThrowAnyException();
  }

  @Test
  void readingAloneShowsNothing() {
    assertThatThrownBy(() -> new EngineTester(SumsEngine::new).check(List.of(add(1, 0))))
        .hasMessageContaining("nothing to check");
  }

  @Test
  void whatIsNotUndoneIsTold() {
    refused(
        () ->
            new SumsEngine() {
              @Override
              public void applyUndoRecord(UndoRecord undo) {}
            },
        "fragment 0 is not undone");
  }

  @Test
  void whatDependsOnSomethingElseIsTold() {
    AtomicLong clock = new AtomicLong();
    refused(
        () ->
            new SumsEngine() {
              @Override
              public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
                byte[] response = super.executeFragment(fragment, undo);
                response[0] = (byte) clock.incrementAndGet();
                return response;
              }
            },
        "answers otherwise");
  }

  @Test
  void aRefusalThatLeavesSomethingIsTold() {
    refused(
        () ->
            new SumsEngine() {
              @Override
              public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
                try {
                  return super.executeFragment(fragment, undo);
                } catch (FragmentRefusedException e) {
                  super.executeFragment(add(9, 9), null);
                  throw e;
                }
              }
            },
        "fragment 3 was refused and changed something");
  }

  @Test
  void aFragmentThatSaysItOnlyReadsIsTold() {
    refused(
        () ->
            new SumsEngine() {
              @Override
              public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
                byte[] response = super.executeFragment(fragment, undo);
                if (undo != null) {
                  undo.changedNothing();
                }
                return response;
              }
            },
        "fragment 0 says that it changes nothing and does");
  }

  @Test
  void halfASnapshotIsTold() {
    refused(
        () ->
            new SumsEngine() {
              @Override
              public void writeSnapshot(OutputStream out) throws IOException {
                out.write(new byte[4]);
              }
            },
        "snapshot");
  }

  @Test
  void aRedoRecordThatDoesNotRepeatIsTold() {
    refused(
        () ->
            new SumsEngine() {
              @Override
              public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
                if (undo != null) {
                  undo.redo(new byte[0]);
                }
                return super.executeFragment(fragment, undo);
              }

              @Override
              public void applyRedo(byte[] redo, UndoRecord undo) {}
            },
        "the log of fragment 0 does not repeat it");
  }
}

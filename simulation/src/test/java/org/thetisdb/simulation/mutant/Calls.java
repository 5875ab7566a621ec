package org.thetisdb.simulation.mutant;

import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Changes nothing, and fails if a method does not call another one by this name: a mutation that
 * leaves such calls out would leave the engine as it is.
 */
final class Calls extends AsmVisitorWrapper.AbstractBase {
  private final String method;
  private final String called;

  private Calls(String method, String called) {
    this.method = method;
    this.called = called;
  }

  /** What is visited must have such a call. */
  static AsmVisitorWrapper required(String method, String called) {
    return new Calls(method, called);
  }

  @Override
  public ClassVisitor wrap(
      TypeDescription type,
      ClassVisitor next,
      Implementation.Context context,
      TypePool pool,
      FieldList<FieldDescription.InDefinedShape> fields,
      MethodList<?> methods,
      int writerFlags,
      int readerFlags) {
    return new Looking(type.getName(), next);
  }

  private final class Looking extends ClassVisitor {
    private final String type;
    private boolean isFound;

    private Looking(String type, ClassVisitor next) {
      super(OpenedClassReader.ASM_API, next);
      this.type = type;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return next == null || !name.equals(method) ? next : new LookingInside(next);
    }

    @Override
    public void visitEnd() {
      if (!isFound) {
        throw new IllegalStateException("%s.%s does not call %s".formatted(type, method, called));
      }
      super.visitEnd();
    }

    private final class LookingInside extends MethodVisitor {
      private LookingInside(MethodVisitor next) {
        super(OpenedClassReader.ASM_API, next);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        isFound |= name.equals(called);
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }
  }
}
